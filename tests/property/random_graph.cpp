#include "tests/property/random_graph.hpp"

#include "pipeline/sluice/plan.hpp"
#include "tests/property/random_params.hpp"
#include "tests/property/random_source.hpp"
#include "tests/property/random_value.hpp"
#include "tests/property/work.hpp"
#include "tests/stage_facts.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace sluice::property {
namespace {

using reference::Random;

// An image that stages may take.
struct Node {
    std::string id;
    ImageFormat format;
};

// What takes more shows no more than the same on a smaller image, and took longer than all else together.
bool takes_long(const GraphCase& graph) { return work(graph) > 100'000'000 || most_pixels(graph) > 50'000; }

// Stages that give images, which others take, are there twice.
const std::vector<const StageDef*>& choice_of_stages() {
    static const std::vector<const StageDef*> stages = [] {
        std::vector<const StageDef*> list;
        for (const StageDef* stage : builtin_stages().all()) {
            if (!test::is_for_users(*stage)) continue;
            list.insert(list.end(), test::gives_image(*stage) ? 2 : 1, stage);
        }
        return list;
    }();
    return stages;
}

class Generator {
public:
    explicit Generator(std::uint64_t seed) : random_(Random(seed).bits()) { case_.seed = seed; }

    GraphCase run() {
        sources();
        const std::size_t stages = depth();
        on_ = stages < 8 ? 0.7 : 0.92;
        params_ = 0.1 + 0.6 * random_.uniform();
        add_stage(&first_stage(case_.seed));
        for (std::size_t i = 1; i < stages; ++i) add_stage();
        add_outputs();
        return std::move(case_);
    }

private:
    std::size_t depth() {
        const double kind = random_.uniform();
        const auto between = [&](int low, int high) {
            return static_cast<std::size_t>(random_.between(low, high));
        };
        return kind < 0.55 ? between(1, 3) : kind < 0.875 ? between(4, 7) : between(8, 12);
    }

    void add_source(SourceImage source) {
        nodes_.push_back({source.id, source.format});
        case_.sources.push_back(std::move(source));
    }

    void sources() {
        add_source(random_source(random_, "image"));
        if (chance(random_, 0.3)) add_source(random_mask_source(random_, "mask", nodes_[0].format));
        if (chance(random_, 0.1)) add_source(random_source(random_, "other"));
    }

    // Mostly goes on from the last image, sometimes from an earlier one: a branch.
    Node source_of_next() {
        if (nodes_.size() == 1 || chance(random_, on_)) return nodes_[last_];
        return pick(random_, nodes_);
    }

    // Any, where no image is for the wanted one.
    void add_stage(const StageDef* wanted = nullptr) {
        for (int tries = 0; tries < 20; ++tries) {
            const StageDef* stage = wanted && tries < 10 ? wanted : pick(random_, choice_of_stages());
            if (add(*stage, source_of_next())) return;
        }
    }

    // False when the stage does not take the image, whatever its parameters.
    bool add(const StageDef& stage, const Node& src) {
        StageText text{stage.name, "s" + std::to_string(case_.stages.size() + 1), {}, {src.id}};
        const std::size_t sources = case_.sources.size(), nodes = nodes_.size();
        const bool says_beside = static_cast<bool>(stage.beside);
        const auto legal = [&](const Params& params) {
            StageText with = text;
            with.params = params;
            return is_legal(alone(with, formats_beside(stage, params, src.format)));
        };
        connect_required(stage, text, src.format);
        if (!says_beside && !legal({}) && chance(random_, 0.5))
            connect_optional(stage, text);  // it may want one of both
        Params chosen;
        if (!says_beside && chance(random_, 0.3)) chosen = connect_chosen(stage, text);
        const auto give_up = [&] {
            case_.sources.resize(sources);
            nodes_.resize(nodes);
            return false;
        };
        std::optional<Params> params =
            random_params(random_, stage, src.format, legal, std::move(chosen), params_);
        if (!params) return give_up();
        text.params = std::move(*params);
        if (!says_beside) connect_optional(stage, text, 0.25);
        connect_beside(stage, text, src.format);
        if (takes_long(alone(text))) return give_up();
        KernelsOf kernels(alone(text));
        const auto takes = [&](const Params& params) {
            StageText with = text;
            with.params = params;
            return is_legal(alone(with)) && kernels.do_for(alone(with));
        };
        for (auto& [name, value] : other_live_params(random_, stage, src.format, text.params, takes))
            if (std::find(text.params.begin(), text.params.end(), std::pair(name, value)) ==
                text.params.end())
                text.live.emplace_back(name, value);
        used_.insert(text.from.begin(), text.from.end());
        case_.stages.push_back(text);
        if (test::gives_image(stage)) take_image(text.id);
        return true;
    }

    void take_image(const std::string& id) {
        const Primitives all = primitives(case_);
        nodes_.push_back({id, all.nodes[all.names.at(id)].format.value()});
        last_ = nodes_.size() - 1;
        std::vector<std::string> tables;
        for (const auto& [name, node] : all.names)
            if (name.rfind(id + ".", 0) == 0 && all.nodes[node].layout) tables.push_back(name);
        if (!tables.empty() && chance(random_, 0.15)) case_.observe.push_back(pick(random_, tables));
    }

    // The stage by itself, on images of the formats of its inputs, and of these behind them.
    GraphCase alone(const StageText& stage, const std::vector<ImageFormat>& beside = {}) const {
        GraphCase graph;
        for (const std::string& id : std::set<std::string>(stage.from.begin(), stage.from.end()))
            if (!id.empty()) graph.sources.push_back({id, node(id).format, {}, {}});
        graph.stages = {stage};
        for (const ImageFormat& format : beside) {
            const std::string id = "beside" + std::to_string(graph.sources.size());
            graph.sources.push_back({id, format, {}, {}});
            graph.stages[0].from.push_back(id);
        }
        return graph;
    }

    const Node& node(const std::string& id) const {
        return *std::find_if(nodes_.begin(), nodes_.end(), [&](const Node& node) { return node.id == id; });
    }

    // Other images that the stage must have: any that there are, or new ones.
    void connect_required(const StageDef& stage, StageText& text, const ImageFormat& src) {
        for (std::size_t port = 1; port < stage.inputs.size() && !stage.inputs[port].optional; ++port) {
            if (chance(random_, 0.5)) {
                text.from.push_back(pick(random_, nodes_).id);
                continue;
            }
            const std::string id = "image" + std::to_string(nodes_.size());
            add_source(chance(random_, 0.5) ? random_source(random_, id) : random_source(random_, id, src));
            text.from.push_back(id);
        }
    }

    // New images in the formats that the stage says for its further ports.
    void connect_beside(const StageDef& stage, StageText& text, const ImageFormat& src) {
        for (const ImageFormat& format : formats_beside(stage, text.params, src)) {
            const std::string id = "image" + std::to_string(nodes_.size());
            add_source(random_source_of(random_, id, format));
            text.from.push_back(id);
        }
    }

    // An image for an optional port now and then: a mask that was made for it, or any that fits.
    void connect_optional(const StageDef& stage, StageText& text, double often = 1) {
        for (std::size_t port = text.from.size(); port < stage.inputs.size(); ++port) {
            if (!chance(random_, often)) return;
            std::vector<std::string> fit;
            for (const Node& node : nodes_) {
                StageText with = text;
                with.from.push_back(node.id);
                if (is_legal(alone(with))) fit.push_back(node.id);
            }
            if (fit.empty()) return;
            const bool mask = std::find(fit.begin(), fit.end(), "mask") != fit.end() && chance(random_, 0.7);
            text.from.push_back(mask ? "mask" : pick(random_, fit));
        }
    }

    // An image for an optional port that is refused but for a choice, with that choice: a reference for
    // normalize, mode match.
    Params connect_chosen(const StageDef& stage, StageText& text) {
        for (std::size_t port = text.from.size(); port < stage.inputs.size(); ++port) {
            StageText with = text;
            with.from.resize(port);
            with.from.push_back(pick(random_, nodes_).id);
            if (is_legal(alone(with))) continue;
            for (const ParamDecl& param : stage.params)
                for (const std::string& choice : param.choices) {
                    with.params = {{param.name, choice}};
                    if (param.type != ParamType::choice || !is_legal(alone(with))) continue;
                    text.from = with.from;
                    return with.params;
                }
        }
        return {};
    }

    // Every image that nobody takes, and now and then one that somebody takes. A source that nobody wanted
    // goes.
    void add_outputs() {
        const auto unused = [&](const std::string& id) { return used_.count(id) == 0; };
        for (const SourceImage& source : case_.sources)
            if (unused(source.id))
                std::erase_if(nodes_, [&](const Node& node) { return node.id == source.id; });
        std::erase_if(case_.sources, [&](const SourceImage& source) { return unused(source.id); });
        for (const Node& node : nodes_) {
            if (!unused(node.id) && !chance(random_, 0.12)) continue;
            case_.stages.push_back({"output", "o" + std::to_string(++outputs_), {}, {node.id}});
        }
    }

    Random random_;
    GraphCase case_;
    std::vector<Node> nodes_;
    std::size_t last_ = 0;
    double on_ = 1;      // how often a stage takes the last image
    double params_ = 0;  // how many of their parameters stages are given
    std::set<std::string> used_;
    std::size_t outputs_ = 0;
};

}  // namespace

const StageDef& first_stage(std::uint64_t seed) {
    return *choice_of_stages()[Random(seed).bits() % choice_of_stages().size()];
}

GraphCase random_graph(std::uint64_t seed) { return Generator(seed).run(); }

}  // namespace sluice::property
