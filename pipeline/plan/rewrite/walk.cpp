#include "pipeline/plan/rewrite/walk.hpp"

#include "pipeline/core/format_fault.hpp"
#include "pipeline/graph/agree.hpp"
#include "pipeline/graph/complete_values.hpp"
#include "pipeline/graph/measured.hpp"
#include "pipeline/graph/throw_fault.hpp"
#include "pipeline/plan/primitives/statistics.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <variant>

namespace sluice {
namespace {

using Inputs = std::vector<std::optional<std::size_t>>;

// A Table has a row for each layer of the image that it is about.
std::size_t rows_of(const StageInputs& inputs) {
    std::size_t rows = 1;
    for (const auto& table : inputs.tables)
        if (table) rows = std::max(rows, table->rows);
    for (const auto& image : inputs.images)
        if (image) rows = std::max(rows, image->layers);
    return rows;
}

// The tiles of a Reduce's image.
std::optional<Tiles> tiles_of(const Reduction& reduction, const ImageFormat& image) {
    if (!reduction.grid) return std::nullopt;
    const Rect part = reduction.region.value_or(Rect{0, 0, image.width, image.height});
    return Tiles{reduction.grid->across, reduction.grid->down, reduction.area.value_or(part), part};
}

class Walk {
public:
    Walk(const Registry& registry, const SourceFormats& sources, const ExpandFor& expand_for)
        : registry_(registry), sources_(sources), for_(expand_for) {}

    Primitives run(const CheckedGraph& graph);

private:
    friend class Expanding;

    // Adds a stage, expanding a composition. Returns the primitives behind its output ports.
    Inputs add(const StageDef& stage, const std::string& id, Values values, Inputs inputs,
               const Place& place);
    std::size_t push(Primitive node);
    std::string origin_of(const Primitive& node) const;
    void infer(Primitive& node);
    void infer(Primitive& node, const StageInputs& inputs, const SourceDef& source) const;
    void infer(Primitive& node, const StageInputs& inputs, const SinkDef& sink) const;
    void infer(Primitive& node, const StageInputs& inputs, const PointDef& point) const;
    void infer(Primitive& node, const StageInputs& inputs, const GatherDef& gather) const;
    void infer(Primitive& node, const StageInputs& inputs, const ReduceDef& reduce) const;
    void infer(Primitive& node, const StageInputs& inputs, const TableDef& table) const;
    void infer(Primitive& node, const StageInputs& inputs, const SequenceDef& sequence) const;
    void infer(Primitive& node, const StageInputs& inputs, const HostDef& host) const;
    // Are none: one was expanded, others stand in for the second, the third is the host's.
    void infer(Primitive&, const StageInputs&, const CompositionDef&) const {}
    void infer(Primitive&, const StageInputs&, const MeasuredDef&) const {}
    void infer(Primitive&, const StageInputs&, const AssertionDef&) const {}
    void read_smaller();
    void want_rows_of_layers(const Primitive& node) const;
    void want_layers(const Primitive& node, const GatherDef& gather, const ImageFormat& src) const;
    void want_one_size(const Primitive& node, const ImageFormat& format, const StageInputs& inputs,
                       std::size_t first = 0) const;
    ImageFormat possible(const Primitive& node, ImageFormat format) const;
    ImageFormat computed(const Primitive& node, ImageFormat result) const;
    void want_countable(const Primitive& node, const StageInputs& inputs) const;
    std::size_t made_of(const SourceDef& source, std::size_t image);
    std::size_t prepared(const SinkDef& sink, const Primitive& node);
    std::size_t wanted(const SinkDef& sink, const Values& values, const std::string& id, std::size_t image,
                       const Place& place);

    const Registry& registry_;
    const SourceFormats& sources_;
    ExpandFor for_;
    std::map<std::string, ReadSmaller> smaller_;  // by the id of the Source
    Primitives result_;
};

// The view of a composition on the walk while it expands.
class Expanding final : public Expansion {
public:
    Expanding(Walk& walk, const std::string& id, const StageInputs& inputs, const Inputs& from,
              const Place& place)
        : walk_(walk), id_(id), inputs_(inputs), from_(from), place_(place) {}

    const StageInputs& inputs() const override { return inputs_; }
    std::optional<Edge> input(std::size_t port) const override {
        if (port >= from_.size() || !from_[port]) return std::nullopt;
        return Edge{-1, static_cast<int>(port)};
    }
    ImageFormat format(Edge edge) const override { return walk_.result_.nodes[resolve(edge)].format.value(); }

    bool goes_along() const override { return walk_.for_.goes_along; }

    Edge add(const std::string& stage, const std::string& name, Values values,
             const std::vector<std::optional<Edge>>& from) override {
        const StageDef* def = walk_.registry_.find(stage);
        if (def == nullptr)
            throw_fault(place_, id_, cat("needs stage ", stage, ", which the registry does not have"));
        Inputs inputs;
        for (const auto& edge : from) inputs.push_back(edge ? std::optional(resolve(*edge)) : std::nullopt);
        inputs.resize(def->inputs.size());
        const std::string id = cat(id_, ".", name);
        nodes_.push_back(
            walk_.add(*def, id, complete_values(*def, values, id, place_), std::move(inputs), place_));
        return {static_cast<int>(nodes_.size()) - 1, 0};
    }
    void output(Edge edge, std::size_t port) override {
        outputs_.resize(std::max(outputs_.size(), port + 1));
        outputs_[port] = resolve(edge);
    }

    Inputs outputs() const { return outputs_; }

private:
    std::size_t resolve(Edge edge) const {
        const auto port = static_cast<std::size_t>(edge.port);
        return edge.node < 0 ? from_.at(port).value()
                             : nodes_.at(static_cast<std::size_t>(edge.node)).at(port).value();
    }

    Walk& walk_;
    const std::string& id_;
    const StageInputs& inputs_;
    const Inputs& from_;
    const Place& place_;
    std::vector<Inputs> nodes_;  // outputs of what was added
    Inputs outputs_;
};

Inputs Walk::add(const StageDef& stage, const std::string& id, Values values, Inputs inputs,
                 const Place& place) {
    if (stage.as<MeasuredDef>() != nullptr) throw_fault(place, id, no_plan_for_measured());
    Primitive node{&stage, id, std::move(values), std::move(inputs), {}, {}, {}, {}, {}, place};
    if (const auto* sink = stage.as<SinkDef>()) {
        node.given = result_.nodes[node.inputs.at(0).value()].format;
        node.inputs[0] = prepared(*sink, node);
        node.inputs[0] = wanted(*sink, node.values, id, node.inputs.at(0).value(), place);
    }
    const StageInputs seen = result_.inputs_of(node);
    if (stage.refuse) {
        const Wording reason = stage.refuse(seen);
        if (!reason.empty()) throw_fault(place, id, reason);
    }
    if (stage.as<AssertionDef>() != nullptr) {
        const std::string& table = result_.nodes[node.inputs.at(0).value()].id;
        result_.assertions.push_back({&stage, id, std::move(node.values), table, place});
        return {};
    }
    if (const auto* source = stage.as<SourceDef>(); source != nullptr && source->expand)
        return {made_of(*source, push(std::move(node)))};
    const auto* composition = stage.as<CompositionDef>();
    if (composition == nullptr) return {push(std::move(node))};

    Expanding expanding(*this, node.id, seen, node.inputs, place);
    composition->expand(expanding);
    const Inputs outputs = expanding.outputs();
    if (outputs.size() != stage.outputs.size())
        throw_fault(place, id, "its expansion does not connect an output");
    for (std::size_t port = 0; port < outputs.size(); ++port) {
        const std::size_t output = outputs[port].value();
        if (port == 0) result_.names[id] = output;
        result_.names[cat(id, ".", stage.outputs[port].name)] = output;
    }
    return outputs;
}

// An enumerator that there is not, of a stage of the application's.
std::string declared_fault(const Primitive& node, const StageInputs& inputs) {
    if (node.is(Kind::gather)) {
        const GatherDef& gather = node.gather();
        if (std::string fault = enumerator_fault("border", gather.border(node.values).rule); !fault.empty())
            return fault;
        if (gather.sampling) return enumerator_fault("sampling", gather.sampling(node.values));
    }
    if (const auto* reduce = node.stage->as<ReduceDef>()) {
        const Reduction reduction = reduce->reduction(inputs);
        const std::string fault = enumerator_fault("group", reduction.group);
        return fault.empty() ? enumerator_fault("alpha", reduction.alpha) : fault;
    }
    return "";
}

// What a stage says of its result is as little to be trusted as what an application says of its image.
ImageFormat Walk::possible(const Primitive& node, ImageFormat format) const {
    if (const std::string fault = memory_fault(format); !fault.empty())
        throw_fault(node.place, node.id, cat("its result: ", fault));
    return format;
}

ImageFormat Walk::computed(const Primitive& node, ImageFormat result) const {
    ImageFormat format = possible(node, std::move(result));
    if (is_integer(format.pixel)) format.meant.reset();         // they have saturated
    if (format.model != Model::rgb) format.order = Order::rgb;  // it has its own
    return format;
}

// The path of a Source, or of the first image that a stage takes.
std::string Walk::origin_of(const Primitive& node) const {
    for (const ParamDecl& param : node.stage->params)
        if (node.is(Kind::source) && param.type == ParamType::path && param.required)
            return std::get<std::string>(node.values.at(param.name));
    for (const auto& input : node.inputs)
        if (input && result_.nodes[*input].format) return result_.nodes[*input].origin;
    return "";
}

std::size_t Walk::push(Primitive node) {
    infer(node);
    node.origin = origin_of(node);
    result_.names[node.id] = result_.nodes.size();
    result_.nodes.push_back(std::move(node));
    return result_.nodes.size() - 1;
}

// What computes on pixels looks one row up for each layer, unless it knows about tiles.
void Walk::want_rows_of_layers(const Primitive& node) const {
    for (const auto& input : node.inputs) {
        if (!input || !result_.nodes[*input].layout) continue;
        const Primitive& table = result_.nodes[*input];
        if (table.layout->tiles && table.layout->tiles->count() > 1)
            throw_fault(node.place, node.id,
                        cat("looks up one row for each layer, but ", table.id, " has ",
                            table.layout->tiles->across, " x ", table.layout->tiles->down, " tiles of each"));
    }
}

// A pass goes over all of its images together.
void Walk::want_one_size(const Primitive& node, const ImageFormat& format, const StageInputs& inputs,
                         std::size_t first) const {
    for (std::size_t port = first; port < inputs.images.size(); ++port) {
        const auto& image = inputs.images[port];
        const std::string fault = image ? size_fault(format, node.stage->inputs[port].name, *image) : "";
        if (!fault.empty()) throw_fault(node.place, node.id, fault);
    }
}

// What a Reduce counts lies in its image, and each channel of its mask is for one of the image's.
void Walk::want_countable(const Primitive& node, const StageInputs& inputs) const {
    const ImageFormat& src = inputs.image();
    const Rect region = node.reduction->region.value_or(Rect{});
    if (region.x + region.width > src.width || region.y + region.height > src.height)
        throw_fault(node.place, node.id, cat("region extends beyond the image, which is ", src.text()));
    for (const auto& mask : inputs.images)
        if (const std::string fault = mask ? mask_fault(src, *mask) : ""; !fault.empty())
            throw_fault(node.place, node.id, fault);
}

void Walk::infer(Primitive& node, const StageInputs&, const SourceDef&) const {
    const auto smaller = smaller_.find(node.id);
    node.format = possible(node, smaller == smaller_.end() ? sources_.at(node.id) : smaller->second.whole);
}

void Walk::infer(Primitive& node, const StageInputs& inputs, const SinkDef&) const {
    node.format = inputs.image();
}

void Walk::infer(Primitive& node, const StageInputs& inputs, const PointDef& point) const {
    if (!point.by_tiles) want_rows_of_layers(node);
    node.format = computed(node, point.infer(inputs));
    want_one_size(node, *node.format, inputs);
}

// Its weights and windows are of the layer that they make.
void Walk::want_layers(const Primitive& node, const GatherDef& gather, const ImageFormat& src) const {
    const bool anywhere = gather.footprint && !gather.move && !gather.prefix_sums;
    if (node.format->layers == src.layers || (src.layers == 1 && anywhere)) return;
    throw_fault(node.place, node.id,
                cat("cannot make ", node.format->layers, " layers of an image of ", src.layers));
}

void Walk::infer(Primitive& node, const StageInputs& inputs, const GatherDef& gather) const {
    want_rows_of_layers(node);
    node.format = computed(node, gather.infer(inputs));
    want_layers(node, gather, inputs.image());
    want_one_size(node, *node.format, inputs, 1);  // further images are read where the result is
}

void Walk::infer(Primitive& node, const StageInputs& inputs, const ReduceDef& reduce) const {
    want_rows_of_layers(node);
    want_one_size(node, inputs.image(), inputs);
    node.reduction = reduce.reduction(inputs);
    want_countable(node, inputs);
    node.layout = statistics_layout(*node.reduction, inputs.image(), for_.fp64);
    node.layout->tiles = tiles_of(*node.reduction, inputs.image());
    node.layout->rows = inputs.image().layers * (node.layout->tiles ? node.layout->tiles->count() : 1);
    node.observed = fields_for(reduce.observed(node.values));
}

void Walk::infer(Primitive& node, const StageInputs& inputs, const TableDef& table) const {
    node.layout = table.layout(inputs);
    if (!table.own_rows) {
        node.layout->rows = rows_of(inputs);
        for (const auto& from : inputs.tables)
            if (from && !node.layout->tiles) node.layout->tiles = from->tiles;
    }
    node.observed = table.observed(node.values);
}

void Walk::infer(Primitive& node, const StageInputs& inputs, const SequenceDef& sequence) const {
    for (const auto& image : inputs.images)
        if (image && (image->channels != 1 || image->layers != 1))
            throw_fault(node.place, node.id,
                        cat("needs images of one channel and one layer, and one of them is ", image->text()));
    node.observed = sequence.observed(node.values);
    if (sequence.layout)
        node.layout = sequence.layout(inputs);
    else
        node.format = computed(node, sequence.infer(inputs));
}

void Walk::infer(Primitive& node, const StageInputs& inputs, const HostDef& host) const {
    node.format = computed(node, host.infer(inputs));
}

// The image or the Table that a primitive gives.
void Walk::infer(Primitive& node) {
    const StageInputs inputs = result_.inputs_of(node);
    if (const std::string fault = declared_fault(node, inputs); !fault.empty())
        throw_fault(node.place, node.id, fault);
    std::visit([&](const auto& def) { infer(node, inputs, def); }, node.stage->of_kind);
    if (node.layout) node.layout->pairs = !for_.fp64;
}

// The image that the pipeline gets, of the one that a Source opened.
std::size_t Walk::made_of(const SourceDef& source, std::size_t image) {
    const Primitive node = result_.nodes[image];  // a copy: others are added
    StageInputs seen{node.values, {node.format}, {std::nullopt}};
    const Inputs from{image};
    Expanding expanding(*this, node.id, seen, from, node.place);
    source.expand(expanding);
    const Inputs outputs = expanding.outputs();
    if (outputs.size() != 1) throw_fault(node.place, node.id, "its expansion does not give the image");
    return outputs[0].value();
}

// The image that a Sink gets, of the one that the pipeline makes.
std::size_t Walk::prepared(const SinkDef& sink, const Primitive& node) {
    const std::size_t image = node.inputs.at(0).value();
    if (!sink.expand) return image;
    const StageInputs seen = result_.inputs_of(node);
    Expanding expanding(*this, node.id, seen, node.inputs, node.place);
    sink.expand(expanding);
    const Inputs outputs = expanding.outputs();
    if (outputs.size() != 1) throw_fault(node.place, node.id, "its expansion does not give the image");
    return outputs[0].value();
}

std::size_t Walk::wanted(const SinkDef& sink, const Values& values, const std::string& id, std::size_t image,
                         const Place& place) {
    if (!sink.wants) return image;
    const ImageFormat has = result_.nodes[image].format.value();
    ImageFormat wants;
    try {
        wants = sink.wants(values, has);
    } catch (const Error& e) {
        throw_fault(place, id, e.message());
    }
    const bool recoloured = has.profile && !wants.profile;  // which == does not compare
    if (wants == has && !recoloured) return image;
    const StageDef* convert = registry_.find("convert");
    if (convert == nullptr)
        throw_fault(place, id, cat("wants ", wants.text(), " and there is no stage convert"));
    Values how{{"pixel", std::string(name(wants.pixel))},
               {"channels", static_cast<std::int64_t>(wants.channels)},
               {"space", std::string(name(wants.space))}};
    if (wants.white != has.white) how["white"] = wants.white_value();
    if (recoloured) how["profile"] = std::string("srgb");
    if (convert->param("warn") != nullptr) how["warn"] = true;  // nobody asked for this one
    const std::string convert_id = cat(id, ".convert");
    return add(*convert, convert_id, complete_values(*convert, how, convert_id, place), {image}, place)
        .at(0)
        .value();
}

// Compositions have expanded for whole images. Now those that are read smaller become so, with what Points
// make of them, up to the Gathers, which get other parameters and give what they gave.
void Walk::read_smaller() {
    std::vector<Shrunk> as(result_.nodes.size());
    for (std::size_t i = 0; i < as.size(); ++i) {
        Primitive& node = result_.nodes[i];
        for (const auto& input : node.inputs)
            if (input && as[*input].by > 1) as[i] = as[*input];
        if (const auto smaller = smaller_.find(node.id); smaller != smaller_.end()) {
            as[i] = smaller->second.as;
            node.format = sources_.at(node.id);
            const ImageFormat told = as[i].of(smaller->second.whole);
            if (node.format->width != told.width || node.format->height != told.height)
                throw Error(Error::Kind::input, node.id,
                            cat("its file has changed: it would have been read as ", told.text(), ", and is ",
                                node.format->text(), " now"));
        } else if (as[i].by > 1) {
            if (node.is(Kind::gather)) {
                const Values other = node.gather().of_smaller(result_.inputs_of(node), as[i]).value();
                for (const auto& [name, value] : other) node.values[name] = value;
                as[i] = {};
            }
            infer(node);
        }
    }
}

Primitives Walk::run(const CheckedGraph& graph) {
    result_.registries = {graph.registry, registry_};
    for (const CheckedNode& node : graph.nodes) {
        if (!node.sized.empty())
            throw_fault(node.place, node.id, "depends on the size of an image, which must be opened first");
        if (node.smaller) smaller_.emplace(node.id, *node.smaller);
    }
    std::vector<Inputs> outputs;
    for (const CheckedNode& node : graph.nodes) {
        Inputs inputs;
        for (const auto& input : node.inputs)
            inputs.push_back(input ? outputs.at(input->node).at(input->port) : std::nullopt);
        outputs.push_back(add(*node.stage, node.id, node.values, std::move(inputs), node.place));
    }
    if (!smaller_.empty()) read_smaller();
    return std::move(result_);
}

}  // namespace

ExpandFor expand_for(const DeviceFacts& device, const PlanOptions& options) {
    const bool along = device.cpu() && options.work_group <= 1 && !options.check_reads;
    return {device.fp64, along};
}

Primitives walk(const CheckedGraph& graph, const Registry& registry, const SourceFormats& sources,
                const ExpandFor& expand_for) {
    return Walk(registry, sources, expand_for).run(graph);
}

}  // namespace sluice
