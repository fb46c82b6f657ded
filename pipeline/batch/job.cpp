#include "pipeline/batch/job.hpp"

#include "io/atomic_file.hpp"
#include "io/temporary_file.hpp"
#include "pipeline/batch/device_step.hpp"
#include "pipeline/batch/printable.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/device/pinned_memory.hpp"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <exception>
#include <set>
#include <system_error>
#include <utility>

#include <sys/stat.h>

namespace sluice {
namespace {

namespace fs = std::filesystem;

Warn into(std::vector<std::string>& warnings) {
    return [&warnings](const std::string& message) { warnings.push_back(message); };
}

// Paths of files other than the input are part of the words; the input's own is not.
template <class Work>
auto with_printable_paths(const BatchFile& file, Work work) {
    try {
        return work();
    } catch (const Error& error) {
        if (error.where().empty() || error.where() == file.input.string()) throw;
        throw Error(error.kind(), printable(error.where()), error.message());
    }
}

// A picture is not lost for want of its thumbnail.
std::optional<Glimpse> glimpse_of(const HostImage& image, FileReport& report) {
    const auto begun = std::chrono::steady_clock::now();
    std::optional<Glimpse> result;
    try {
        result = glimpse(image.view());
    } catch (const std::exception& error) {
        report.warnings.push_back(std::string("has no thumbnail in the report: ") + error.what());
    }
    report.seconds.glimpses +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    return result;
}

std::optional<Decoded> decode(const Job& job, const Destination& destination, FileReport& report) {
    Skip skip = reason_to_skip(job, report.file);
    report.error = std::move(skip.why);
    report.recorded = skip.recorded;
    if (!report.error.empty()) return std::nullopt;
    report.input_stamp = stamp_of(report.file.input);
    Decoded decoded{job.pipeline.for_file(report.file), {}};
    for (const CheckedNode& node : decoded.graph.nodes)
        if (node.stage->kind == Kind::source)
            decoded.images.emplace(
                node.id, node.stage->source.decode(node.values, destination, into(report.warnings)));
    const HostImage& image = decoded.images.at(job.pipeline.sources().front());
    report.input = image.format();
    if (job.glimpses) report.before = glimpse_of(image, report);
    if (job.expect) job.expect(*report.input);
    return decoded;
}

bool is_durable(const CheckedNode& sink) {
    const auto value = sink.values.find("durable");
    return value != sink.values.end() && value->second == Value(true);
}

void encode(const Job& job, const Processed& processed, FileReport& report) {
    const CheckedGraph graph = job.pipeline.for_file(report.file);
    const CheckedNode& sink = graph.nodes[graph.find(job.pipeline.sink()).value()];
    const HostImage& image = processed.images.at(sink.id);
    const bool standard = report.file.output == "-";
    if (!standard) make_folders(report.file.output.parent_path(), is_durable(sink));
    sink.stage->sink.encode(sink.values, image.view(), image.metadata, into(report.warnings));
    report.output = image.format();
    if (!standard) report.output_stamp = stamp_of(report.file.output);
    if (report.output_stamp) report.output_bytes = report.output_stamp->bytes;
    if (job.glimpses) report.after = glimpse_of(image, report);
}

// The folders that outputs are written to; where an output is a link, that of its end.
std::set<fs::path> output_folders(const std::vector<BatchFile>& files) {
    std::set<fs::path> folders;
    for (const BatchFile& file : files) {
        if (file.output.empty() || file.output == "-") continue;
        folders.insert(file.output.parent_path());
        std::error_code fault;
        if (!fs::is_symlink(file.output, fault)) continue;
        try {
            folders.insert(end_of_links(file.output).parent_path());
        } catch (const Error&) {  // its file will fail by it
        }
    }
    return folders;
}

bool exists(const BatchFile& file) {
    struct stat facts {};
    if (::stat(file.output.c_str(), &facts) == 0) return true;
    if (errno == ENOENT || errno == ENOTDIR) return false;
    throw Error(
        Error::Kind::input, file.input.string(),
        "its output " + in_quotes(file.output.string()) + " cannot be written: " + std::strerror(errno));
}

}  // namespace

Skip reason_to_skip(const Job& job, const BatchFile& file) {
    std::error_code fault;
    if (file.output == "-" || !exists(file)) return {};
    const std::string output = in_quotes(file.output.string());
    if (fs::is_directory(file.output, fault))
        throw Error(Error::Kind::input, file.input.string(), "its output " + output + " is a folder");
    if (job.record != nullptr && job.record->vouches_for(file)) return {"was done before", true};
    if (job.overwrite == Overwrite::always) return {};
    if (job.record != nullptr && job.record->covers(file.output)) return {};
    if (job.overwrite == Overwrite::never)
        throw Error(Error::Kind::input, file.input.string(),
                    "its output " + output + " exists; --overwrite newer or always replaces it");
    const auto made = fs::last_write_time(file.output, fault);
    if (fault) return {};
    const auto changed = fs::last_write_time(file.input, fault);
    return {!fault && made >= changed ? output + " is up to date" : ""};
}

namespace {

Summary run_batch(const Job& job, std::pmr::memory_resource& memory,
                  const std::function<Finish(Decoded, FileReport&)>& start, Observer& observer) {
    const Steps steps{
        [&](FileReport& report) {
            return with_printable_paths(report.file, [&] {
                return decode(job, {Layout::device, &memory}, report);
            });
        },
        start,
        [&](const Processed& processed, FileReport& report) {
            with_printable_paths(report.file, [&] { encode(job, processed, report); });
        },
    };
    std::size_t abandoned = 0;
    for (const fs::path& folder : output_folders(job.files)) abandoned += remove_abandoned_files(folder);
    Summary summary = run_steps(job.files, steps, job.steps, observer);
    summary.abandoned = abandoned;
    return summary;
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
