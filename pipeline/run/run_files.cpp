#include "pipeline/run/run_files.hpp"

#include "pipeline/run/pictures.hpp"
#include "pipeline/run/saved_files.hpp"

#include <filesystem>
#include <memory>
#include <system_error>

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

RunResult run_files(Session& session, const std::stop_token& stop) { return run_files(session, stop, {}); }

RunResult run_files(Session& session, const std::stop_token& stop, ImageFiles files) {
    const ExecutionPlan& plan = session.plan();
    RunResult result;
    const Warn warn = [&](const Wording& message) { result.warnings.push_back(message); };

    const std::vector<FileNode> nodes = file_nodes(plan.graph.nodes);
    const std::map<std::string, std::string> keep = results_to_keep(nodes);
    bool anything = !plan.observed.empty();
    for (const FileNode& node : nodes) {
        if (const auto kept = keep.find(*node.id); kept != keep.end())
            result.kept.push_back({*node.id, output_of(node), kept->second});
        else
            anything = anything || node.stage->kind() == Kind::sink;
    }
    if (!anything) return result;

    std::map<std::string, Values> sinks;
    for (const FileNode& node : nodes)
        if (const auto* sink = node.stage->as<SinkDef>(); sink != nullptr && sink->open)
            if (keep.count(*node.id) == 0) sinks[*node.id] = placed_values(node, nodes);
    const auto expect_to_go_on = [&](const char* when) {
        if (stop.stop_requested()) throw Stopped("", when);
    };
    expect_to_go_on("before an image was read");
    const std::unique_ptr<Pictures> pictures = pictures_of(session, files, sinks, warn);
    expect_to_go_on("before the images were on the device");
    Frame frame = session.submit(pictures->inputs(), pictures->places(), stop);
    frame.wait();
    for (const FileNode& node : nodes) {
        if (sinks.count(*node.id) == 0) continue;
        expect_to_go_on("before all results were saved");
        const std::string path = output_of(node);
        try {
            pictures->save(*node.id);
            const Primitive& sink = plan.graph.nodes[plan.graph.names.at(*node.id)];
            const ImageFormat format = sink.format.value();
            result.saved.push_back({*node.id, path, format, sink.given.value_or(format), size_of(path)});
        } catch (const FileExists&) {
            const auto why = reason_now(node);
            if (why.empty()) throw;
            result.kept.push_back({*node.id, path, why});
        }
    }
    for (const ObservedTable& observed : plan.observed)
        result.tables[observed.name] = frame.table(observed.name);
    for (const std::string& warning : frame.warnings()) warn(warning);
    return result;
}

}  // namespace sluice
