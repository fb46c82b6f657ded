#include "pipeline/batch/job.hpp"

#include "pipeline/batch/device_step.hpp"
#include "pipeline/batch/unchanged.hpp"
#include "pipeline/core/device_name.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/printable.hpp"
#include "pipeline/device/pinned_memory.hpp"
#include "pipeline/files/atomic_file.hpp"
#include "pipeline/files/temporary_file.hpp"
#include "pipeline/run/pictures.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <exception>
#include <filesystem>
#include <limits>
#include <list>
#include <memory>
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
std::optional<Glimpse> glimpse_of(const Job& job, const HostImage& image, FileReport& report) {
    if (!job.glimpse) return std::nullopt;
    const auto begun = std::chrono::steady_clock::now();
    std::optional<Glimpse> result;
    try {
        result = job.glimpse(image.view());
    } catch (const std::exception& error) {
        report.warnings.push_back(std::string("has no thumbnail in the report: ") + error.what());
    }
    report.seconds.glimpses +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    return result;
}

bool is_placed(const HostImage& image) { return image.destination().layout == Layout::device; }

// Of several devices: any of them may get the file.
class AllForecasts {
public:
    void add(const Job& job, const DeviceFacts& device) {
        each_.emplace_back(job.pipeline.sink(), job.pipeline.registry(), device, limited_plan(job, device),
                           job.memory);
    }
    MemoryNeed need(CheckedGraph graph, const std::string& where) {
        const PlanKey key = plan_key(graph, probe(graph));
        MemoryNeed need;
        for (Forecasts& forecasts : each_) {
            const MemoryNeed here = forecasts.of(graph, key, where).first;
            need = {std::max(need.decode, here.decode), std::max(need.device, here.device),
                    std::max(need.encode, here.encode)};
        }
        return need;
    }
    // Bytes of device memory for a frame of a file that goes by rows, on any of them; 0 = it does not.
    std::size_t limit_by_rows(const CheckedGraph& graph, const PlanKey& key, const std::string& where) {
        std::size_t least = 0;
        for (Forecasts& forecasts : each_)
            if (const Forecast forecast = forecasts.of(graph, key, where).second; forecast.readings > 0)
                least = least == 0 ? forecast.frame_limit : std::min(least, forecast.frame_limit);
        return least;
    }
    // The least that one of them needs.
    std::size_t frame_limit(const CheckedGraph& graph, const PlanKey& key, bool placed) {
        std::size_t least = 0;
        for (Forecasts& forecasts : each_)
            if (const std::size_t limit = forecasts.of(graph, key, placed).frame_limit; limit > 0)
                least = least == 0 ? limit : std::min(least, limit);
        return least;
    }

private:
    std::list<Forecasts> each_;
};

MemoryNeed need_of(const Job& job, AllForecasts& forecasts, const BatchFile& file) {
    if (!reason_to_skip(job, file).why.empty()) return {};
    return forecasts.need(job.pipeline.for_file(file), file.input.string());
}

const CheckedNode& sink_of(const Job& job, const CheckedGraph& graph) {
    return graph.nodes[graph.find(job.pipeline.sink()).value()];
}

// As far as that is known before the result is. A warning says that the picture is not all of the file.
bool may_be_copied(const Job& job, const CheckedGraph& graph, const HostImage& image,
                   const FileReport& report) {
    return job.copy_unchanged && report.input_stamp && report.file.input != "-" &&
           report.file.output != "-" && report.warnings.empty() && !image.metadata.altered &&
           job.pipeline.sources().size() == 1 && only_says_where(sink_of(job, graph));
}

bool is_durable(const CheckedNode& sink) {
    const auto value = sink.values.find("durable");
    return value != sink.values.end() && value->second == Value(true);
}

// Of a file that has no room as a whole; nothing for others.
std::optional<Decoded> opened_by_rows(const Job& job, AllForecasts& forecasts, FileReport& report) {
    Decoded decoded{job.pipeline.for_file(report.file, report.overwrite), {}};
    const PlanKey key = plan_key(decoded.graph, probe(decoded.graph));
    decoded.frame_limit = forecasts.limit_by_rows(decoded.graph, key, report.file.input.string());
    if (decoded.frame_limit == 0) return std::nullopt;
    decoded.by_rows = key.formats;
    report.input = key.formats.at(job.pipeline.sources().front());
    if (job.expect) job.expect(*report.input);
    if (report.file.output != "-")
        make_folders(report.file.output.parent_path(), is_durable(sink_of(job, decoded.graph)));
    return decoded;
}

// Whether headers can be read before the pictures are: a pipe gives its bytes once.
bool can_be_probed(const CheckedGraph& graph) {
    return std::all_of(graph.nodes.begin(), graph.nodes.end(), [](const CheckedNode& node) {
        if (node.stage->as<SourceDef>() == nullptr) return true;
        const auto path = node.values.find("path");
        std::error_code ignored;
        return path != node.values.end() &&
               std::filesystem::is_regular_file(std::get<std::string>(path->second), ignored);
    });
}

std::optional<Decoded> decode(const Job& job, const Destination& destination, AllForecasts* forecasts,
                              FileReport& report) {
    Skip skip = reason_to_skip(job, report.file);
    report.error = std::move(skip.why);
    report.recorded = skip.recorded;
    report.overwrite = skip.overwrite;
    if (!report.error.empty()) return std::nullopt;
    report.input_stamp = stamp_of(report.file.input);
    if (forecasts != nullptr)
        if (auto by_rows = opened_by_rows(job, *forecasts, report)) return by_rows;
    Decoded decoded{job.pipeline.for_file(report.file), {}};
    if (can_be_probed(decoded.graph)) probe(decoded.graph);  // how small its pictures are read
    for (const CheckedNode& node : decoded.graph.nodes)
        if (const auto* source = node.stage->as<SourceDef>())
            decoded.images.emplace(node.id, source->decode(node.values, destination, into(report.warnings)));
    const HostImage& image = decoded.images.at(job.pipeline.sources().front());
    report.input = image.format();
    report.before = glimpse_of(job, image, report);
    if (job.expect) job.expect(*report.input);
    if (may_be_copied(job, decoded.graph, image, report)) decoded.compare = job.pipeline.sources().front();
    if (forecasts != nullptr) {
        const bool placed = std::all_of(decoded.images.begin(), decoded.images.end(),
                                        [](const auto& image) { return is_placed(image.second); });
        const PlanKey key = plan_key(decoded.graph, formats_of(decoded));
        decoded.frame_limit = forecasts->frame_limit(decoded.graph, key, placed);
    }
    return decoded;
}

Error output_exists(const BatchFile& file) {
    return Error(Error::Kind::input, file.input.string(),
                 "its output " + in_quotes(file.output.string()) + " " + FileExists(file.output).message());
}

std::string kept(const BatchFile& file, const std::string& why) {
    return in_quotes(file.output.string()) + " " + why;
}

void encode(const Job& job, const Processed& processed, FileReport& report) {
    const CheckedGraph graph = job.pipeline.for_file(report.file, report.overwrite);
    const CheckedNode& sink = sink_of(job, graph);
    const bool standard = report.file.output == "-";
    if (!standard) make_folders(report.file.output.parent_path(), is_durable(sink));
    try {
        report.copied = processed.unchanged && copy_file(report, sink, is_durable(sink));
        if (processed.by_rows) {
            processed.by_rows->save(sink.id);
            report.warnings.insert(report.warnings.end(), processed.said->begin(), processed.said->end());
        } else if (!report.copied) {
            const HostImage& image = processed.images.at(sink.id);
            sink.stage->as<SinkDef>()->encode(sink.values, image.view(), image.metadata,
                                              into(report.warnings));
        }
    } catch (const FileExists&) {
        // Another run was faster, or the user. It is no older than this one's would be.
        if (report.overwrite == Overwrite::never) throw output_exists(report.file);
        report.status = FileStatus::skipped;
        report.error = kept(report.file, report.overwrite == Overwrite::skip ? "exists" : "is up to date");
        return;
    }
    report.output = processed.by_rows ? processed.formats.at(sink.id) : processed.images.at(sink.id).format();
    if (!standard) report.output_stamp = stamp_of(report.file.output);
    if (report.output_stamp) report.output_bytes = report.output_stamp->bytes;
    if (!processed.by_rows) report.after = glimpse_of(job, processed.images.at(sink.id), report);
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
    if (file.output == "-" || !exists(file)) return {"", false, job.overwrite};
    if (fs::is_directory(file.output, fault))
        throw Error(Error::Kind::input, file.input.string(),
                    "its output " + in_quotes(file.output.string()) + " is a folder");
    if (job.record != nullptr && job.record->vouches_for(file)) return {"was done before", true};
    if (job.record != nullptr && job.record->covers(file.output)) return {};
    try {
        const std::string why = reason_to_keep(file.output, job.overwrite, {file.input});
        return {why.empty() ? "" : kept(file, why), false, job.overwrite};
    } catch (const FileExists&) {
        throw output_exists(file);
    }
}

namespace {

Summary run_batch(const Job& job, std::pmr::memory_resource& memory, AllForecasts* forecasts,
                  std::vector<Start> devices, std::vector<std::function<Start()>> closed,
                  Observer& observer) {
    const Steps steps{
        [&](const BatchFile& file) {
            return with_printable_paths(file, [&] { return need_of(job, *forecasts, file); });
        },
        [&](FileReport& report) {
            return with_printable_paths(report.file, [&] {
                return decode(job, {Layout::device, &memory}, forecasts, report);
            });
        },
        std::move(devices),
        [&](const Processed& processed, FileReport& report) {
            with_printable_paths(report.file, [&] { encode(job, processed, report); });
        },
        std::move(closed),
    };
    std::size_t abandoned = 0;
    for (const fs::path& folder : output_folders(job.files)) abandoned += remove_abandoned_files(folder);
    StepsOptions options = job.steps;
    if (forecasts != nullptr) options.memory = job.memory.left();
    Summary summary = run_steps(job.files, steps, options, observer);
    summary.abandoned = abandoned;
    return summary;
}

}  // namespace

PlanOptions limited_plan(const Job& job, const DeviceFacts& device) {
    PlanOptions options = job.plan;
    // A quarter is for Sessions that wait.
    if (job.memory && !device.unified_memory)
        options.limit_memory = job.memory.device / 4 * 3 / job.steps.in_flight;
    return options;
}

Summary run_batch(const Job& job, const std::function<Finish(Decoded, FileReport&)>& start,
                  Observer& observer) {
    return run_batch(job, *std::pmr::new_delete_resource(), nullptr, {start}, {}, observer);
}

namespace {

// What may be kept for the next picture: shared by Sessions and pinned memory where a device has memory of
// its own, since the staging of Sessions is pinned too.
struct Kept {
    std::size_t sessions = 0;
    std::size_t pinned = std::numeric_limits<std::size_t>::max();
};
// Of one of so many devices.
Kept kept_by(const MemoryLimit& limit, const DeviceFacts& device, std::size_t devices) {
    if (!limit) return {};
    const std::size_t kept = std::max<std::size_t>(limit.kept() / devices, 2);
    if (device.unified_memory) return {kept, 0};
    return {std::max<std::size_t>(std::min(kept / 2, limit.device / 4), 1), kept / 2};
}

// A device at work.
struct AtWork {
    AtWork(const Job& job, const Device& device, std::size_t devices)
        : AtWork(job, device, kept_by(job.memory, device.facts(), devices)) {}
    AtWork(const Job& job, const Device& device, const Kept& kept)
        : name(device.facts().name),
          shown(short_name(device.facts())),
          memory(device, kept.pinned),
          step(device, job.pipeline.registry(), limited_plan(job, device.facts()), job.steps.in_flight,
               memory, kept.sessions) {}

    Start start() {
        return [this](Decoded decoded, FileReport& report) {
            has_worked = true;
            report.device = name;
            return step.start(std::move(decoded), report);
        };
    }

    std::string name, shown;  // to programs, to people
    PinnedMemory memory;
    DeviceStep step;
    bool has_worked = false;  // only its thread knows, until the run is over
};

std::unique_ptr<AtWork> opened(const ClosedDevice& device, const Job& job, std::size_t devices) {
    try {
        return std::make_unique<AtWork>(job, device.open(), devices);
    } catch (const std::exception& error) {
        throw Error(Error::Kind::device, "", device.name + " cannot be opened: " + error.what());
    }
}

}  // namespace

Summary run_batch(const Job& job, const DeviceGroup& devices, Observer& observer) {
    // Each is made by its own thread, if at all, and stays until the run is over: results lie in its memory.
    std::vector<std::unique_ptr<AtWork>> at_work(devices.open.size() + devices.closed.size());
    auto next = at_work.begin();
    AllForecasts forecasts;
    std::vector<Start> starts;
    for (const Device& device : devices.open) {
        *next = std::make_unique<AtWork>(job, device, at_work.size());
        if (job.memory) forecasts.add(job, device.facts());
        starts.push_back((*next++)->start());
    }
    std::vector<std::function<Start()>> closed;
    for (const ClosedDevice& device : devices.closed)
        closed.emplace_back([&job, &device, &place = *next++, of = at_work.size()] {
            place = opened(device, job, of);
            return place->start();
        });
    // Nobody knows which device a picture will go to: it is decoded into memory that the first has pinned.
    Summary summary = run_batch(job, at_work.front()->memory, job.memory ? &forecasts : nullptr,
                                std::move(starts), std::move(closed), observer);
    for (const auto& device : at_work)
        if (device && device->has_worked) summary.devices.push_back(device->shown);
    if (summary.devices.empty()) summary.devices.push_back(at_work.front()->shown);
    return summary;
}

Summary run_batch(const Job& job, const Device& device, Observer& observer) {
    return run_batch(job, DeviceGroup{{device}}, observer);
}

}  // namespace sluice
