#include "pipeline/batch/job.hpp"

#include "pipeline/batch/device_step.hpp"
#include "pipeline/batch/file_stamp.hpp"
#include "pipeline/batch/since.hpp"
#include "pipeline/batch/skip.hpp"
#include "pipeline/batch/unchanged.hpp"
#include "pipeline/batch/watchdog.hpp"
#include "pipeline/core/device_name.hpp"
#include "pipeline/core/image_memory.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/printable.hpp"
#include "pipeline/device/picture_memory.hpp"
#include "pipeline/files/atomic_file.hpp"
#include "pipeline/files/temporary_file.hpp"
#include "pipeline/graph/measured.hpp"
#include "pipeline/graph/sizes.hpp"
#include "pipeline/run/pictures.hpp"
#include "pipeline/run/prepare.hpp"
#include "pipeline/run/tuning_file.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <limits>
#include <memory>
#include <set>
#include <system_error>
#include <utility>

namespace sluice {
namespace {

namespace fs = std::filesystem;

Warn into(FileReport& report, const Job& job) {
    return [&](const Wording& message) {
        report.warnings.push_back(message.in(job.steps.spelling));
        const std::vector<Remedy> remedies = message.remedies();
        if (std::any_of(remedies.begin(), remedies.end(),
                        [](const Remedy& remedy) { return remedy.parameter == "save.keep"; }))
            report.lost_metadata.push_back(report.warnings.back());
    };
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
std::shared_ptr<const Glimpse> glimpse_of(const Job& job, const HostImage& image, FileReport& report) {
    if (!job.glimpse) return nullptr;
    const auto begun = Clock::now();
    std::shared_ptr<const Glimpse> result;
    try {
        result = std::make_shared<const Glimpse>(job.glimpse(image.view()));
    } catch (const std::exception& error) {
        report.warnings.push_back(std::string("has no thumbnail in the report: ") + error.what());
    }
    report.seconds.glimpses += since(begun);
    return result;
}

bool is_placed(const HostImage& image) { return image.destination().layout == Layout::device; }

const CheckedNode& first_sink(const Job& job, const CheckedGraph& graph) {
    return graph.nodes[job.pipeline.sinks().front().node];
}

// As far as that is known before the result is. A warning says that the picture is not all of the file.
bool may_be_copied(const Job& job, const CheckedGraph& graph, const HostImage& image,
                   const FileReport& report) {
    return job.copy_unchanged && report.input_stamp && report.file.input != "-" &&
           report.file.output != "-" && report.warnings.empty() && !image.metadata.altered &&
           job.pipeline.sources().size() == 1 && job.pipeline.sinks().size() == 1 &&
           only_says_where(first_sink(job, graph));
}

// Makes the folder of an output, unless that is stdout.
void make_folder_of(const fs::path& output, const CheckedNode& sink) {
    if (output != "-") make_folders(output.parent_path(), is_durable(sink));
}

void tell_input(const ImageHeader& header, FileReport& report) {
    report.input = header.whole;
    report.shrink = header.shrink;
}

// A file that has no room as a whole.
Decoded opened_by_rows(const Job& job, Header& header, FileReport& report) {
    Decoded decoded{job.pipeline.replacing(std::move(header.graph), report.file, report.overwrite), {}};
    decoded.by_rows = std::move(header.formats);
    decoded.files = std::move(header.files);
    decoded.frame_limit = header.limit_by_rows;
    tell_input(decoded.files.at(job.pipeline.sources().front())->header(), report);
    if (job.expect) job.expect(*report.input);
    for (std::size_t n = 0; n < report.file.outputs(); ++n)
        make_folder_of(report.file.output_of(n), decoded.graph.nodes[job.pipeline.sinks()[n].node]);
    return decoded;
}

// Whether headers can be read before the pictures are: a pipe gives its bytes once.
bool can_be_probed(const CheckedGraph& graph) {
    return std::all_of(graph.nodes.begin(), graph.nodes.end(), [](const CheckedNode& node) {
        const auto* source = node.stage->as<SourceDef>();
        if (source == nullptr || source->expand) return true;
        const auto path = node.values.find("path");
        return path != node.values.end() && stamp_of(fs::path(std::get<std::string>(path->second)));
    });
}

MemoryNeed need_of(const Job& job, AllForecasts& forecasts, const BatchFile& file) {
    if (!reason_to_skip(job, file).why.empty()) return {};
    const Journal::Decoding now(job.journal, file);
    const auto header = std::make_shared<Header>(Header{job.pipeline.for_file(file), {}});
    const bool asked = !job.memory.by_default;
    if (!asked && !can_be_probed(header->graph)) return {};  // a pipe
    Opened opened = open_files(header->graph, {}, &forecasts.choices());
    header->formats = std::move(opened.formats);
    header->files = std::move(opened.files);
    MemoryNeed need;
    try {
        const auto small = asked ? std::nullopt : forecasts.small_need(*header, file.bytes, job.memory);
        need = small ? *small : forecasts.need(*header, file.input.string());
        header->is_small = small.has_value();
    } catch (const Error& error) {
        // No plan can be made. Where nobody asked for a limit, that is said when it is its turn.
        const bool of_sizes = has_measured(header->graph);
        if ((asked && !of_sizes) || error.kind() != Error::Kind::usage) throw;
        header->is_small = true;
        // Stages may reject the largest size and take the right one: then it is processed alone.
        if (asked) need.decode = need.device = need.encode = job.memory.left();
    }
    need.header = header;
    return need;
}

// `header`: what was found when its need was asked for; null: nobody asked.
std::optional<Decoded> decode(const Job& job, const Destination& destination, AllForecasts* forecasts,
                              Header* header, FileReport& report) {
    Skip skip = reason_to_skip(job, report.file);
    report.error = std::move(skip.why);
    report.recorded = skip.recorded;
    report.overwrite = skip.overwrite;
    if (!report.error.empty()) return std::nullopt;
    const Journal::Decoding now(job.journal, report.file);
    report.input_stamp = stamp_of(report.file.input);
    if (header != nullptr && header->limit_by_rows > 0) return opened_by_rows(job, *header, report);
    Decoded decoded{header != nullptr ? std::move(header->graph) : job.pipeline.for_file(report.file), {}};
    ImageFiles files;
    if (header != nullptr)
        files = std::move(header->files);
    else if (can_be_probed(decoded.graph))
        files = open_files(decoded.graph).files;
    const std::string& source = job.pipeline.sources().front();
    ImageHeader header_of_source;
    for (const CheckedNode& node : decoded.graph.nodes) {
        const auto* reads = node.stage->as<SourceDef>();
        if (reads == nullptr) continue;
        const auto open = files.extract(node.id);
        const auto file = open ? std::move(open.mapped()) : reads->open(node.values);
        decoded.images.emplace(node.id, file->read(destination, into(report, job)));
        if (node.id == source) header_of_source = file->header();
    }
    bind_sizes(decoded.graph, formats_of(decoded));  // of a pipe, whose header nobody has asked for
    const HostImage& image = decoded.images.at(source);
    tell_input(header_of_source, report);
    report.before = glimpse_of(job, image, report);
    if (job.expect) job.expect(*report.input);
    if (may_be_copied(job, decoded.graph, image, report)) decoded.compare = source;
    if (forecasts != nullptr && !(header != nullptr && header->is_small)) {
        const bool placed = std::all_of(decoded.images.begin(), decoded.images.end(),
                                        [](const auto& image) { return is_placed(image.second); });
        const PlanKey key = plan_key(decoded.graph, formats_of(decoded));
        decoded.frame_limit = forecasts->frame_limit(decoded.graph, key, placed);
    }
    return decoded;
}

// What became of the image of one Sink; nothing if it was kept from replacing a file.
std::optional<FileReport::Also> saved(const Job& job, const Processed& processed, const CheckedNode& sink,
                                      const fs::path& output, FileReport& report) {
    make_folder_of(output, sink);
    FileReport::Also result;
    try {
        if (processed.by_rows) {
            processed.by_rows->save(sink.id);
            result.format = processed.formats.at(sink.id);
        } else {
            const HostImage& image = processed.images.at(sink.id);
            const auto writer = sink.stage->as<SinkDef>()->open(sink.values, image.format());
            report.copied = processed.unchanged && copy_file(report, *writer, is_durable(sink));
            if (!report.copied) writer->write(image.view(), image.metadata, into(report, job));
            result.format = image.format();
        }
    } catch (const FileExists&) {
        // Another run was faster, or the user. It is no older than this one's would be.
        if (report.overwrite == Overwrite::never) throw output_exists(report.file, output);
        return std::nullopt;
    }
    if (const auto what = processed.converted.find(sink.id); what != processed.converted.end())
        result.converted = what->second;
    if (output != "-") result.stamp = stamp_of(output);
    if (result.stamp) result.bytes = result.stamp->bytes;
    return result;
}

void encode(const Job& job, const Processed& processed, FileReport& report) {
    const CheckedGraph graph =
        job.pipeline.replacing(job.pipeline.for_file(report.file), report.file, report.overwrite);
    std::vector<std::string> there;
    for (std::size_t n = 0; n < report.file.outputs(); ++n) {
        const fs::path& output = report.file.output_of(n);
        auto result = saved(job, processed, graph.nodes[job.pipeline.sinks()[n].node], output, report);
        if (!result)
            there.push_back(kept(output, report.overwrite == Overwrite::skip ? "exists" : "is up to date"));
        if (n > 0) {
            report.also.push_back(std::move(result).value_or(FileReport::Also()));
        } else if (result) {
            report.output = result->format;
            report.converted = std::move(result->converted);
            report.output_stamp = result->stamp;
            report.output_bytes = result->bytes;
        }
    }
    if (there.size() == report.file.outputs()) {
        report.status = FileStatus::skipped;
        report.error = there.front();
        return;
    }
    if (processed.by_rows) std::for_each(processed.said->begin(), processed.said->end(), into(report, job));
    for (const std::string& one : there) report.warnings.push_back(one + ", and was kept");
    if (report.output && !processed.by_rows)
        report.after = glimpse_of(job, processed.images.at(job.pipeline.sinks().front().id), report);
}

// The folders that outputs are written to; where an output is a link, that of its end.
std::set<fs::path> output_folders(const BatchFiles& files) {
    std::set<fs::path> folders;
    std::string last;
    bool there = false;
    const auto take = [&](std::string_view output) {
        if (output.empty() || output == "-") return;
        const std::size_t slash = output.rfind('/');
        const std::string_view folder = output.substr(0, slash == 0 ? 1 : slash == output.npos ? 0 : slash);
        std::error_code fault;
        if (folders.empty() || folder != last) {
            last = folder;
            folders.insert(last);
            there = last.empty() || fs::is_directory(last, fault);
        }
        if (!there || !fs::is_symlink(output, fault)) return;
        try {
            folders.insert(end_of_links(output).parent_path());
        } catch (const Error&) {  // its file will fail by it
        }
    };
    for_each_output(files, [&](std::size_t, std::string_view output) { take(output); });
    return folders;
}

Summary run_batch(const Job& job, std::pmr::memory_resource& memory, AllForecasts* forecasts,
                  std::vector<Start> devices, std::vector<std::function<Start()>> closed,
                  Observer& observer) {
    const Steps steps{
        [&](const BatchFile& file) {
            return with_printable_paths(file, [&] { return need_of(job, *forecasts, file); });
        },
        [&](FileReport& report, Header* header) {
            return with_printable_paths(report.file, [&] {
                return decode(job, {Layout::device, &memory}, forecasts, header, report);
            });
        },
        std::move(devices),
        [&](const Processed& processed, FileReport& report) {
            with_printable_paths(report.file, [&] { encode(job, processed, report); });
        },
        std::move(closed),
    };
    const std::size_t abandoned = remove_abandoned_files(job.files);
    StepsOptions options = job.steps;
    if (forecasts != nullptr) options.memory = job.memory.left();
    Summary summary = run_steps(job.files, steps, options, observer);
    summary.abandoned = abandoned;
    return summary;
}

}  // namespace

bool is_durable(const CheckedNode& sink) {
    const auto value = sink.values.find("durable");
    return value != sink.values.end() && value->second == Value(true);
}

std::size_t remove_abandoned_files(const BatchFiles& files) {
    std::size_t removed = 0;
    for (const fs::path& folder : output_folders(files)) removed += remove_abandoned_files(folder);
    return removed;
}

PlanOptions limited_plan(const Job& job, const DeviceFacts& device) {
    PlanOptions options = job.plan;
    options.frames = job.files.size();  // at most: they may be of several sizes
    // A quarter is for Sessions that wait.
    if (job.memory.device > 0 && !device.unified_memory)
        options.limit_memory = job.memory.device / 4 * 3 / job.steps.in_flight;
    if (!options.tuning) options.tuning = own_tuning(device);
    return options;
}

Summary run_batch(const Job& job, const std::function<Finish(Decoded, FileReport&)>& start,
                  Observer& observer) {
    return run_batch(job, *image_memory(), nullptr, {start}, {}, observer);
}

namespace {

// What may be kept for the next picture: shared by Sessions and memory of pictures, since the staging of
// Sessions is pinned too where a device has memory of its own. Memory that is shared with the device goes
// with its picture where somebody has given a limit.
struct Kept {
    std::size_t sessions = 0;
    std::size_t pictures = std::numeric_limits<std::size_t>::max();
};
// Of one of so many devices.
Kept kept_by(const MemoryLimit& limit, const DeviceFacts& device, std::size_t devices) {
    if (!limit) return {};
    const std::size_t kept = std::max<std::size_t>(limit.kept() / devices, 2);
    if (device.unified_memory && !limit.by_default) return {kept, 0};
    if (device.unified_memory) return {kept / 2, kept / 2};
    if (limit.by_default) return {};
    return {std::max<std::size_t>(std::min(kept / 2, limit.device / 4), 1), kept / 2};
}

// A device at work.
struct AtWork {
    AtWork(const Job& job, const Device& device, std::size_t devices)
        : AtWork(job, device, kept_by(job.memory, device.facts(), devices)) {}
    AtWork(const Job& job, const Device& device, const Kept& kept)
        : job(job),
          name(device.facts().name),
          shown(short_name(device.facts())),
          memory(device, kept.pictures),
          step(device, limited_plan(job, device.facts()), job.steps.in_flight, memory, kept.sessions,
               job.log) {
        if (job.device_timeout > 0)
            watchdog = std::make_unique<Watchdog>(
                job.device_timeout, job.steps.leave_lost ? "the device hangs" : shown + " is lost");
    }

    Start start() {
        return [this](Decoded decoded, FileReport& report) {
            has_worked = true;
            report.device = name;
            return watchdog ? start_watched(std::move(decoded), report)
                            : step.start(std::move(decoded), report);
        };
    }

    // What the thread of the watchdog works on is its own: should the device hang, it keeps it.
    Finish start_watched(Decoded decoded, FileReport& report) {
        const auto given = std::make_shared<Decoded>(std::move(decoded));
        const auto finish = std::make_shared<Finish>();
        watched(report, given,
                [this, given, finish](FileReport& about) { *finish = step.start(std::move(*given), about); });
        return [this, finish](FileReport& done) {
            const auto result = std::make_shared<Processed>();
            // What is with a device that hangs stays: letting go of it would ask the device.
            if (watchdog->has_given_up()) left_there.push_back(finish);
            watched(done, nullptr, [finish, result](FileReport& about) {
                *result = (*finish)(about);
                *finish = nullptr;
            });
            return std::move(*result);
        };
    }

    // `given`: what is not begun where the device has been given up before.
    template <class Work>
    void watched(FileReport& report, const std::shared_ptr<Decoded>& given, Work work) {
        const bool before = watchdog->has_given_up();
        const auto about = std::make_shared<FileReport>(report);
        try {
            watchdog->run([about, work] { work(*about); });
            report = std::move(*about);
        } catch (const Hung& error) {
            memory.leave_device();
            throw NotHere(error, before && given ? std::move(*given) : decoded_again(report), true);
        } catch (...) {
            report = std::move(*about);
            throw;
        }
    }

    Decoded decoded_again(const FileReport& report) const {
        if (job.steps.leave_lost) return {};  // nobody will have it
        FileReport again;
        again.file = report.file;
        auto decoded = decode(job, {Layout::device, image_memory()}, nullptr, nullptr, again);
        if (!decoded) throw Error(Error::Kind::input, report.file.input.string(), again.error);
        return std::move(*decoded);
    }

    const Job& job;
    std::string name, shown;  // to programs, to people
    PictureMemory memory;
    DeviceStep step;
    std::unique_ptr<Watchdog> watchdog;
    std::vector<std::shared_ptr<Finish>> left_there;  // of files that were with it when it was given up
    bool has_worked = false;                          // only its thread knows, until the run is over
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
        if (job.memory) forecasts.add(device.facts(), limited_plan(job, device.facts()), job.memory);
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
    // One that was given up stays, with all that its thread works on.
    for (auto& device : at_work)
        if (device && device->watchdog && device->watchdog->has_given_up())
            static_cast<void>(device.release());
    if (summary.devices.empty()) summary.devices.push_back(at_work.front()->shown);
    return summary;
}

Summary run_batch(const Job& job, const Device& device, Observer& observer) {
    return run_batch(job, DeviceGroup{{device}}, observer);
}

}  // namespace sluice
