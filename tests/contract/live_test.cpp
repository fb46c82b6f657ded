// A live parameter that is set changes the results of the frames behind, without a new plan: they are those
// of a plan with that value.
#include "pipeline/plan/plan.hpp"
#include "tests/contract/cases.hpp"
#include "tests/property/random_params.hpp"

#include <sluice/sluice.hpp>

#include <doctest/doctest.h>

#include <cmath>

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

Seen seen(Session& session, const std::map<std::string, SubmittedImage>& images) {
    Frame frame = session.submit(images);
    Seen result;
    for (const Primitive& node : session.plan().graph.nodes)
        if (node.is(Kind::sink)) result.images[node.id] = frame.read(node.id);
    for (const ObservedTable& observed : session.plan().observed)
        result.tables[observed.name] = frame.table(observed.name);
    return result;
}

bool same(const Seen& a, const Seen& b) {
    for (const auto& [id, image] : a.images)
        if (!std::equal(image.row(0), image.row(0) + image.format().host_bytes(), b.images.at(id).row(0)))
            return false;
    for (const auto& [name, table] : a.tables)
        for (const Field& field : table.layout().fields)
            for (std::size_t c = 0; c < table.layout().channels.size(); ++c)
                if (table.real(field.name, c) != b.tables.at(name).real(field.name, c)) return false;
    return true;
}

// Values that are not those before, and that the stage takes.
std::vector<std::pair<std::string, Value>> other_values(const GraphCase& graph, const StageDef& stage,
                                                        const std::string& param) {
    const auto legal = [&](const Params& params) {
        GraphCase with = graph;
        with.stages[0].params = params;
        return property::is_legal(with);
    };
    reference::Random random(2);
    std::vector<std::pair<std::string, Value>> values;
    for (int tries = 0; tries < 20 && values.size() < 2; ++tries)
        for (const auto& [name, value] : property::other_live_params(random, stage, graph.sources[0].format,
                                                                     graph.stages[0].params, legal)) {
            std::string fault;
            if (name == param)
                values.emplace_back(name, convert(*stage.param(name), Value(value), fault).value());
        }
    return values;
}

}  // namespace

TEST_CASE("live parameters change results without a new plan") {
    for (const StageDef* stage : stages_for_users())
        for (const ParamDecl& param : stage->params) {
            if (!param.live) continue;
            CAPTURE(stage->name);
            CAPTURE(param.name);
            const ImageFormat format{61, 7, 3, Pixel::f32};
            for (Params params : cases(*stage, format)) {
                if (param.only_for && std::none_of(params.begin(), params.end(), [&](const auto& given) {
                        return given.first == param.only_for->param;
                    }))
                    continue;  // it means nothing here
                const GraphCase graph = graph_of(*stage, params, format);
                const auto images = graph.images();
                std::map<std::string, SubmittedImage> submitted;
                for (const auto& [id, image] : images) submitted[id] = image.view();
                const auto session = [&](const GraphCase& of) {
                    return Session(Plan(Graph::from_chain(of.chain()), of.formats(), device()));
                };
                Session live = session(graph);
                const Seen before = seen(live, submitted);
                bool changed = false;
                for (const auto& [name, value] : other_values(graph, *stage, param.name)) {
                    live.set("s1." + name, value);
                    const Seen after = seen(live, submitted);
                    changed = changed || !same(before, after);
                    GraphCase planned = graph;
                    std::erase_if(planned.stages[0].params,
                                  [&](const auto& given) { return given.first == param.name; });
                    planned.stages[0].params.emplace_back(name, text(value));
                    Session fresh = session(planned);
                    CHECK(same(after, seen(fresh, submitted)));
                }
                CHECK(changed);
                break;
            }
        }
}
