#include "pipeline/run/results.hpp"
#include "pipeline/run/session.hpp"

#include "pipeline/device/clock.hpp"

#include <variant>

namespace sluice {

RunResult run_files(Session& session) {
    const ExecutionPlan& plan = session.plan();
    RunResult result;
    const Warn warn = [&](const std::string& message) { result.warnings.push_back(message); };

    std::map<std::string, HostImage> images;
    std::map<std::string, SubmittedImage> views;
    for (const Primitive& node : plan.graph.nodes) {
        if (!node.is(Kind::source)) continue;
        if (!node.stage->source.decode)
            throw Error(Error::Kind::usage, node.id,
                        "is an image of the application's, there is no file to run it from");
        const std::uint64_t start = host_time();
        images[node.id] = node.stage->source.decode(node.values, {Layout::device}, warn);
        session.record("decode " + node.id, start);
        views[node.id] = LentView{images[node.id].view()};
    }
    HostImages results = images_for_results(plan);
    Frame frame = session.submit(views, views_of(results));
    frame.wait();
    for (std::size_t i = 0; i < plan.graph.nodes.size(); ++i) {
        const Primitive& node = plan.graph.nodes[i];
        if (!node.is(Kind::sink) || !node.stage->sink.encode) continue;
        const auto source = plan.metadata_source(i);
        const Metadata none;
        const std::uint64_t start = host_time();
        node.stage->sink.encode(node.values, results.at(node.id).view(),
                                source ? images.at(plan.graph.nodes[*source].id).metadata : none, warn);
        session.record("encode " + node.id, start);
    }
    for (const ObservedTable& observed : plan.observed)
        result.tables[observed.name] = frame.table(observed.name);
    for (const std::string& warning : frame.warnings()) warn(warning);
    return result;
}

}  // namespace sluice
