#include "pipeline/batch/job.hpp"

#include "pipeline/batch/device_step.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/device/pinned_memory.hpp"

#include <system_error>

namespace sluice {
namespace {

namespace fs = std::filesystem;

Warn into(std::vector<std::string>& warnings) {
    return [&warnings](const std::string& message) { warnings.push_back(message); };
}

std::optional<Decoded> decode(const Job& job, const Destination& destination, FileReport& report) {
    report.error = reason_to_skip(report.file, job.overwrite);
    if (!report.error.empty()) return std::nullopt;
    Decoded decoded{job.pipeline.for_file(report.file), {}};
    for (const CheckedNode& node : decoded.graph.nodes)
        if (node.stage->kind == Kind::source)
            decoded.images.emplace(
                node.id, node.stage->source.decode(node.values, destination, into(report.warnings)));
    report.input = decoded.images.at(job.pipeline.sources().front()).format();
    return decoded;
}

void make_folder(const fs::path& folder) {
    if (folder.empty()) return;
    std::error_code fault;
    fs::create_directories(folder, fault);
    if (fault)
        throw Error(Error::Kind::input, folder.string(), "cannot be made a folder: " + fault.message());
}

void encode(const Job& job, const Processed& processed, FileReport& report) {
    const CheckedGraph graph = job.pipeline.for_file(report.file);
    const CheckedNode& sink = graph.nodes[graph.find(job.pipeline.sink()).value()];
    const HostImage& image = processed.images.at(sink.id);
    const bool standard = report.file.output == "-";
    if (!standard) make_folder(report.file.output.parent_path());
    sink.stage->sink.encode(sink.values, image.view(), image.metadata, into(report.warnings));
    report.output = image.format();
    std::error_code unknown;
    if (const auto bytes = fs::file_size(report.file.output, unknown); !standard && !unknown)
        report.output_bytes = bytes;
}

}  // namespace

std::string reason_to_skip(const BatchFile& file, Overwrite overwrite) {
    std::error_code fault;
    if (file.output == "-" || !fs::exists(file.output, fault)) return "";
    const std::string output = in_quotes(file.output.string());
    if (fs::is_directory(file.output, fault))
        throw Error(Error::Kind::input, file.input.string(), "its output " + output + " is a folder");
    if (overwrite == Overwrite::always) return "";
    if (overwrite == Overwrite::never)
        throw Error(Error::Kind::input, file.input.string(),
                    "its output " + output + " exists; --overwrite newer or always replaces it");
    const auto made = fs::last_write_time(file.output, fault);
    if (fault) return "";
    const auto changed = fs::last_write_time(file.input, fault);
    return !fault && made >= changed ? output + " is up to date" : "";
}

namespace {

Summary run_batch(const Job& job, std::pmr::memory_resource& memory,
                  const std::function<Finish(Decoded, FileReport&)>& start, Observer& observer) {
    const Steps steps{
        [&](FileReport& report) {
            return decode(job, {Layout::device, &memory}, report);
        },
        start,
        [&](const Processed& processed, FileReport& report) { encode(job, processed, report); },
    };
    return run_steps(job.files, steps, job.steps, observer);
}

}  // namespace

Summary run_batch(const Job& job, const std::function<Finish(Decoded, FileReport&)>& start,
                  Observer& observer) {
    return run_batch(job, *std::pmr::new_delete_resource(), start, observer);
}

Summary run_batch(const Job& job, const Device& device, Observer& observer) {
    PinnedMemory memory(device);
    DeviceStep step(device, job.pipeline.registry(), job.plan, job.steps.in_flight, memory);
    const auto start = [&](Decoded decoded, FileReport& report) {
        return step.start(std::move(decoded), report);
    };
    return run_batch(job, memory, start, observer);
}

}  // namespace sluice
