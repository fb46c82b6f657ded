// A live parameter that is set changes the results of the frames behind, without a new plan: they are those
// of a plan with that value.
#include "pipeline/plan/live.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "tests/all.hpp"
#include "tests/contract/cases.hpp"
#include "tests/property/random_params.hpp"
#include "tests/property/random_value.hpp"

#include <sluice/sluice.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace sluice;
using namespace sluice::contract;
using property::GraphCase;
using property::Params;

namespace {

const Device& device() {
    static const Device device = Device::pick();
    return device;
}

struct Seen {
    std::map<std::string, HostImage> images;
    std::map<std::string, Table> tables;
};

using Images = std::map<std::string, HostImage>;

Seen seen_frame(Session& session, const Images& images) {
    std::map<std::string, SubmittedImage> submitted;
    for (const auto& [id, image] : images) submitted[id] = image.view();
    Frame frame = session.submit(submitted);
    Seen result;
    for (const Primitive& node : session.plan().graph.nodes)
        if (node.is(Kind::sink)) result.images[node.id] = frame.read(node.id);
    for (const ObservedTable& observed : session.plan().observed)
        result.tables[observed.name] = frame.table(observed.name);
    return result;
}

// A stream from its beginning: some parameters matter from its second image on.
std::vector<Seen> seen(Session& session, const std::vector<Images>& stream) {
    session.reset();
    std::vector<Seen> frames;
    for (const Images& images : stream) {
        frames.push_back(seen_frame(session, images));
        if (session.plan().keeps().empty()) break;
    }
    return frames;
}

bool same(const Seen& a, const Seen& b) {
    for (const auto& [id, image] : a.images)
        if (!std::equal(image.row(0), image.row(0) + image.format().host_bytes(), b.images.at(id).row(0)))
            return false;
    for (const auto& [name, table] : a.tables) {
        const Table& other = b.tables.at(name);
        if (table.found() != other.found()) return false;
        for (const Field& field : table.layout().fields)
            for (std::size_t row = 0; row < table.rows(); ++row)
                for (std::size_t c = 0; c < (field.per_channel ? table.layout().channels.size() : 1); ++c)
                    if (table.real(field.name, c, row) != other.real(field.name, c, row)) return false;
    }
    return true;
}

bool same(const std::vector<Seen>& a, const std::vector<Seen>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Seen& x, const Seen& y) { return same(x, y); });
}

// The images of a graph, then darker ones.
std::vector<Images> stream_of(const GraphCase& graph) {
    GraphCase darker = graph;
    for (property::SourceImage& source : darker.sources) {
        const double low = is_integer(source.format.pixel) ? lowest(source.format.pixel) : 0;
        source.random.range = {low, low + std::round(source.format.white_value() * 0.5)};
        if (source.constant) source.constant = *source.constant / 2;
    }
    return {graph.images(), darker.images()};
}

void give(Params& params, const std::string& name, const std::string& value) {
    std::erase_if(params, [&](const auto& given) { return given.first == name; });
    params.emplace_back(name, value);
}

// A stage at work with a parameter that is to change, and all parameters with others of its values that the
// kernels take.
struct LiveCase {
    GraphCase graph;
    std::vector<Values> takable;
};

// Of which images it is said where floats are meant to lie: other stages plan by it.
std::vector<bool> known_ranges(const ExecutionPlan& plan) {
    std::vector<bool> known;
    for (const Primitive& node : plan.graph.nodes)
        known.push_back(node.format && node.format->meant.has_value());
    return known;
}

// A random value, and one near that of before. What has no condition is always taken.
LiveCase live_case(const GraphCase& graph, const ParamDecl& param, const DeviceFacts& facts,
                   reference::Random& random) {
    LiveCase live{graph, {}};
    const CheckedGraph checked = property::checked(graph);
    const Values before = checked.nodes[*checked.find("s1")].values;
    if (!misplaced(param, before).empty()) return live;
    const ExecutionPlan plan = make_plan(checked, builtin_stages(), graph.formats(), facts);
    const std::optional<Value> other = property::random_value(random, param, graph.sources[0].format);
    for (const double part : {1.0, 0.01}) {
        std::string fault;
        const auto whole = other ? convert(param, *other, fault) : std::nullopt;
        const auto value = whole
                               ? convert(param, property::between(before.at(param.name), *whole, part), fault)
                               : std::nullopt;
        if (!value || *value == before.at(param.name)) continue;
        GraphCase with = graph;
        give(with.stages[0].params, param.name, text(*value));
        if (!property::is_legal(with)) continue;
        Values values = before;
        values[param.name] = *value;
        const ExecutionPlan changed = plan_with(plan, {{"s1", values}});
        const std::string lacking = lacks(plan, changed);
        CAPTURE(lacking);
        CAPTURE(text(*value));
        if (param.live_while.empty()) CHECK(lacking.empty());
        if (lacking.empty()) CHECK(known_ranges(plan) == known_ranges(changed));
        if (lacking.empty()) live.takable.push_back(std::move(values));
    }
    return live;
}

DeviceFacts of_gpu(DeviceFacts facts) {
    facts.type = DeviceFacts::Type::gpu;
    facts.unified_memory = false;
    return facts;
}

// Whether the frames behind a set() are others than before; they are those of a plan with that value.
bool changes_frames(const LiveCase& live, const std::string& param) {
    const std::vector<Images> stream = stream_of(live.graph);
    const auto session = [&](const GraphCase& of) {
        return Session(Plan(Graph::from_chain(of.chain()), of.formats(), device()));
    };
    Session at_work = session(live.graph);
    const std::vector<Seen> before = seen(at_work, stream);
    bool changed = false;
    for (const Values* values : {&live.takable.front(), &live.takable.back()}) {
        const Value& value = values->at(param);
        CAPTURE(text(value));
        at_work.set("s1." + param, value);
        const std::vector<Seen> after = seen(at_work, stream);
        changed = changed || !same(before, after);
        GraphCase planned = live.graph;
        give(planned.stages[0].params, param, text(value));
        Session fresh = session(planned);
        CHECK(same(after, seen(fresh, stream)));
    }
    return changed;
}

// The stage on other images than graph_of() gives it: a smaller second one, several of a list, one value
// only. A parameter may mean something for these alone.
std::vector<GraphCase> on_other_images(const GraphCase& graph, const StageDef& stage) {
    std::vector<GraphCase> all{graph};
    if (graph.sources.size() > 1) {
        all.push_back(graph);
        ImageFormat& top = all.back().sources[1].format;
        top.width = 9, top.height = 4;
    }
    GraphCase more = graph;
    for (const PortDecl& port : stage.inputs)
        if (port.optional && !port.list.empty() && more.sources.size() < 5) {
            const std::string id = "more" + std::to_string(more.sources.size());
            more.sources.push_back(source(id, graph.sources[0].format));
            more.stages[0].from.push_back(id);
        }
    if (more.sources.size() > graph.sources.size()) all.push_back(std::move(more));
    all.push_back(graph);
    all.back().sources[0].constant = 0.25;
    for (GraphCase& one : all)
        for (property::SourceImage& image : one.sources) image.random.nan = image.random.inf = false;
    std::erase_if(all, [](const GraphCase& one) { return !property::is_legal(one); });
    return all;
}

template <class T>
const T& any_of(reference::Random& random, const std::vector<T>& list) {
    return list[property::random_index(random, list.size())];
}

// A stage on images of one format, by its cases and with random values of several parameters.
struct Stage {
    const StageDef& stage;
    ImageFormat format;
    std::vector<Params> cases = contract::cases(stage, format);

    // nullopt where these values do not go together.
    std::optional<GraphCase> any(reference::Random& random, const ParamDecl& param, bool one_of_cases) const {
        if (cases.empty()) return std::nullopt;
        Params params = any_of(random, cases);
        if (!one_of_cases) {
            params.clear();
            if (param.only_for) params.emplace_back(param.only_for->param, param.only_for->values.front());
            if (const auto value = property::random_value(random, param, format))
                give(params, param.name, text(*value));
            const property::Legal legal = [&](const Params& given) {
                return property::is_legal(graph_of(stage, given, format));
            };
            const auto more = property::random_params(random, stage, format, legal, params);
            if (!more) return std::nullopt;
            params = *more;
        }
        const std::vector<GraphCase> graphs = on_other_images(graph_of(stage, params, format), stage);
        return graphs.empty() ? std::nullopt : std::optional(any_of(random, graphs));
    }
};

// Some parameters mean something beside few values of others: then it takes many tries to see that.
bool ever_changes_frames(const std::vector<Stage>& on_formats, const ParamDecl& param) {
    reference::Random random(3);
    for (int tries = 0; tries < 400; ++tries) {
        const auto graph = any_of(random, on_formats).any(random, param, tries < 10);
        if (!graph) continue;
        const LiveCase live = live_case(*graph, param, device().facts(), random);
        if (!live.takable.empty() && changes_frames(live, param.name)) return true;
    }
    return false;
}

}  // namespace

TEST_CASE("live parameters change results without a new plan") {
    for (const StageDef* stage : stages_for_users()) {
        if (std::none_of(stage->params.begin(), stage->params.end(), std::mem_fn(&ParamDecl::live))) continue;
        std::vector<Stage> on_formats{{*stage, {24, 24, 3, Pixel::f32}}, {*stage, {24, 24, 4, Pixel::u8}}};
        if (on_formats[0].cases.empty() && on_formats[1].cases.empty()) {
            ImageFormat mask{24, 24, 1, Pixel::u8};
            mask.white = 1;
            on_formats.clear();
            on_formats.push_back({*stage, mask});
        }
        for (const ParamDecl& param : stage->params) {
            if (!param.live) continue;
            CAPTURE(stage->name);
            CAPTURE(param.name);
            CHECK(ever_changes_frames(on_formats, param));
        }
    }
}

TEST_CASE("kernels take all values of live parameters, but where the declaration says when") {
    reference::Random random(4);
    for (const StageDef* stage : stages_for_users())
        for (const ImageFormat& format : {ImageFormat{61, 7, 3, Pixel::u8}, ImageFormat{61, 7, 4, Pixel::u16},
                                          ImageFormat{61, 7, 1, Pixel::f32}}) {
            std::vector<Params> some = cases(*stage, format);
            while (!test::takes_all() && some.size() > 3)
                some.erase(some.begin() +
                           static_cast<std::ptrdiff_t>(property::random_index(random, some.size())));
            for (const ParamDecl& param : stage->params) {
                if (!param.live || !param.live_while.empty()) continue;
                CAPTURE(stage->name);
                CAPTURE(param.name);
                for (const DeviceFacts& facts : {device().facts(), of_gpu(device().facts())})
                    for (const Params& params : some)
                        live_case(graph_of(*stage, params, format), param, facts, random);
            }
        }
}
