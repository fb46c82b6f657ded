#include "pipeline/run/results.hpp"
#include "pipeline/run/saved_files.hpp"
#include "pipeline/run/session.hpp"

#include "pipeline/device/clock.hpp"

#include <filesystem>
#include <system_error>
#include <variant>

namespace sluice {
namespace {

std::uintmax_t size_of(const std::string& path) {
    std::error_code unknown;
    const std::uintmax_t bytes = path == "-" ? 0 : std::filesystem::file_size(path, unknown);
    return unknown ? 0 : bytes;
}

// Why a result that was refused its place is no failure, "" where it is one.
std::string reason_now(const FileNode& sink) {
    const auto overwrite = sink.values->find("overwrite");
    if (overwrite == sink.values->end()) return "";
    if (overwrite->second == Value(std::string(name(Overwrite::skip)))) return "exists";
    return overwrite->second == Value(std::string(name(Overwrite::newer))) ? "is up to date" : "";
}

}  // namespace

RunResult run_files(Session& session) {
    const ExecutionPlan& plan = session.plan();
    RunResult result;
    const Warn warn = [&](const std::string& message) { result.warnings.push_back(message); };

    const std::vector<FileNode> files = file_nodes(plan.graph.nodes);
    const std::map<std::string, std::string> keep = results_to_keep(files);
    bool anything = !plan.observed.empty();
    for (const FileNode& node : files) {
        if (const auto kept = keep.find(*node.id); kept != keep.end())
            result.kept.push_back({*node.id, output_of(node), kept->second});
        else
            anything = anything || node.stage->kind() == Kind::sink;
    }
    if (!anything) return result;

    std::map<std::string, HostImage> images;
    std::map<std::string, SubmittedImage> views;
    for (const Primitive& node : plan.graph.nodes) {
        const auto* source = node.stage->as<SourceDef>();
        if (source == nullptr) continue;
        if (!source->decode)
            throw Error(Error::Kind::usage, node.id,
                        "is an image of the application's, there is no file to run it from");
        const std::uint64_t start = host_time();
        images[node.id] = source->decode(node.values, {Layout::device}, warn);
        session.record("decode " + node.id, start);
        views[node.id] = LentView{images[node.id].view()};
    }
    HostImages results = images_for_results(plan);
    Frame frame = session.submit(views, views_of(results));
    frame.wait();
    for (std::size_t i = 0; i < plan.graph.nodes.size(); ++i) {
        const Primitive& node = plan.graph.nodes[i];
        const auto* sink = node.stage->as<SinkDef>();
        if (sink == nullptr || !sink->encode || keep.count(node.id) > 0) continue;
        const auto source = plan.metadata_source(i);
        const Metadata none;
        const std::uint64_t start = host_time();
        const std::string path = output_of(files[i]);
        const Values values = placed_values(files[i], files);
        try {
            sink->encode(values, results.at(node.id).view(),
                         source ? images.at(plan.graph.nodes[*source].id).metadata : none, warn);
            result.saved.push_back({node.id, path, results.at(node.id).format(), size_of(path)});
        } catch (const FileExists&) {
            const auto why = reason_now(files[i]);
            if (why.empty()) throw;
            result.kept.push_back({node.id, path, why});
        }
        session.record("encode " + node.id, start);
    }
    for (const ObservedTable& observed : plan.observed)
        result.tables[observed.name] = frame.table(observed.name);
    for (const std::string& warning : frame.warnings()) warn(warning);
    return result;
}

}  // namespace sluice
