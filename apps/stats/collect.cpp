#include "apps/stats/collect.hpp"

#include "apps/options/about_arguments.hpp"
#include "apps/options/declared.hpp"
#include "apps/options/device.hpp"
#include "apps/options/isolate.hpp"
#include "apps/stats/measure.hpp"
#include "apps/stats/percentiles.hpp"
#include "pipeline/batch/shard.hpp"
#include "pipeline/core/standard_streams.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/device/picture_memory.hpp"
#include "pipeline/sluice/batch/listing.hpp"
#include "pipeline/sluice/batch/options.hpp"
#include "pipeline/sluice/plan.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace sluice::apps {
namespace {

constexpr double most_bins = 65536;

Declared<StatsExtras> declared_of_stats() {
    using Extras = StatsExtras;
    return Declared<Extras>()
        .param("dataset", &Extras::dataset, "also measure all files together")
        .param("approximate", &Extras::approximate,
               "with --dataset or --merge: do not read files of floats and 32-bit integers again for exact "
               "percentiles, and state the error")
        .param("outliers", &Extras::outliers,
               "also find files whose mean, spread, clipping or focus lies far from the median of all")
        .param("group", &Extras::group, "channel (each by itself), joint (all colours together) or luma",
               choices{"channel", "joint", "luma"}, shown_as("GROUP"))
        .param("alpha", &Extras::alpha,
               "visible: measure colours where alpha is not 0; exclude: measure them everywhere",
               choices{"visible", "exclude"}, shown_as("RULE"))
        .param("percentiles", &Extras::percentiles, "percentiles, as 1,50,99", range(0, 100),
               shown_as("LIST"))
        .param("histogram", &Extras::histogram, "a histogram with N bins", range(1, most_bins))
        .param("isolate", &Extras::isolate, isolate_help)
        .param("device", &Extras::device, device_help(false), such_as({"cpu", "gpu"}), shown_as("SPEC"));
}

// Each once.
std::vector<double> distinct(const std::vector<double>& numbers) {
    std::vector<double> result;
    for (const double number : numbers)
        if (std::find(result.begin(), result.end(), number) == result.end()) result.push_back(number);
    return result;
}

// Parameters of `load`.
Values reading(const Caller& caller, const Values& given) {
    Values reading = converted(caller, builtin_stages().find("load")->params, given, "load.");
    reading.emplace("shrink", std::string("never"));
    return reading;
}

FileStatistics failed(const std::string& path, const std::string& error) {
    return {path, std::nullopt, error, {}};
}

FileStatistics measured(Decoded& file, Measurer& measurer, const Wanted& wanted, Spelling spelling) {
    if (!file.image) return failed(file.path, file.error.in(spelling));
    try {
        FileStatistics result{file.path, file.image->format(), "", measurer.measure(file.image->view())};
        if (wanted.quality) result.quality = quality_of(*result.format, result.channels, measurer.focus());
        return result;
    } catch (const Error& error) {
        return failed(file.path, error.in(spelling));  // too large for the device: the others may not be
    }
}

// A limit that the user has set leaves no room for memory that waits for the next picture.
std::size_t kept_by(const MemoryLimit& limit) {
    if (!limit) return std::numeric_limits<std::size_t>::max();
    return limit.by_default ? limit.kept() : 0;
}

// What the numbers of files depend on, in words.
Json options_json(const StatsExtras& extras, const Wanted& wanted, const Values& reading) {
    Json load = Json::object();
    for (const ParamDecl& param : builtin_stages().find("load")->params)
        if (const auto at = reading.find(param.name); at != reading.end() && at->second != param.standard)
            load[param.name] = text(at->second);
    return {{"group", extras.group},    {"alpha", extras.alpha},      {"percentiles", wanted.percentiles},
            {"histogram", wanted.bins}, {"outliers", wanted.quality}, {"load", std::move(load)}};
}

}  // namespace

const Declared<BatchOptions>& stats_options() {
    static const Declared<BatchOptions> options =
        batch_options().only({"recursive", "shard", "limit_memory", "storage", "device_timeout"});
    return options;
}

const Declared<StatsExtras>& stats_extras() {
    static const Declared<StatsExtras> extras = declared_of_stats();
    return extras;
}

StatsRequest stats_request(const Caller& caller, const StatsExtras& extras, const BatchOptions& options,
                           const Values& load) {
    const Wanted wanted{distinct(extras.percentiles), extras.histogram, extras.outliers};
    const Values values = reading(caller, load);
    return {{extras.group, extras.alpha == "exclude"},
            wanted,
            values,
            options.storage,
            extras.dataset,
            caller.spelling,
            options_json(extras, wanted, values),
            extras.approximate,
            about_arguments(caller, [&] { return shard_from(options.shard); })};
}

Listing stats_inputs(const Caller& caller, const std::vector<std::string>& paths, bool recursive,
                     const Shard& shard) {
    if (!shard.is_all() && std::any_of(paths.begin(), paths.end(), is_stdin))
        throw wrong_arguments(caller, Remedy{"shard"} + " divides folders and lists of files, not stdin");
    Listing listing = list_inputs(paths, {.recursive = recursive, .glob = {}, .skip = {}});
    about_arguments(caller, [&] {
        const Wording left_out = expect_inputs(listing, "");
        if (!left_out.empty()) caller.messages.note(left_out.in(caller.spelling));
    });
    std::erase_if(listing.files, [&](const InputFile& file) { return !shard.has(file.unit()); });
    return listing;
}

bool measure_files(const std::vector<std::string>& paths, const StatsRequest& request, const Registry& stages,
                   const Device& device, StatsWatcher& watcher,
                   const std::function<void(FileStatistics)>& take) {
    PictureMemory memory(device, kept_by(request.memory));
    Measurer measurer(device, request.storage, request.grouping, request.wanted);
    DecodeAhead decoder(paths, stages, request.reading, request.memory, &memory);
    while (std::optional<Decoded> decoded = decoder.next()) {
        if (watcher.stops()) return false;
        FileStatistics file = measured(*decoded, measurer, request.wanted, request.spelling);
        std::vector<std::string> warnings;
        for (const Wording& warning : decoded->warnings) warnings.push_back(warning.in(request.spelling));
        watcher.finished(file, warnings);
        take(std::move(file));
    }
    return true;
}

MeasuredFile measured_file(const FileStatistics& file) {
    MeasuredFile measured{file.path, {}};
    for (const ChannelStatistics& channel : file.channels) measured.channels.push_back(channel.name);
    return measured;
}

std::optional<Report> collect_statistics(const Listing& listing, const StatsRequest& request,
                                         const Registry& stages, const Device& device,
                                         StatsWatcher& watcher) {
    Report report;
    report.device = device.facts().name;
    for (const Listing::Fault& fault : listing.faults)
        watcher.finished(
            report.files.emplace_back(failed(fault.path.string(), fault.what.in(request.spelling))), {});
    std::vector<std::string> paths;
    for (const InputFile& file : listing.files) paths.push_back(file.path);
    DataSet dataset;
    const auto take = [&](FileStatistics file) {
        if (request.dataset) add(dataset, file, request.wanted);
        for (ChannelStatistics& channel : file.channels)  // large, and only pooling needs them
            if (channel.distribution) channel.distribution->counts = {};
        report.files.push_back(std::move(file));
    };
    if (!measure_files(paths, request, stages, device, watcher, take)) return std::nullopt;
    std::stable_sort(report.files.begin(), report.files.end(),
                     [](const FileStatistics& a, const FileStatistics& b) { return a.path < b.path; });
    if (!request.dataset) return report;
    std::vector<MeasuredFile> measured;
    for (const FileStatistics& file : report.files)
        if (file.format) measured.push_back(measured_file(file));
    if (!find_percentiles(
            dataset, measured, request, stages, [&] { return device; }, watcher))
        return std::nullopt;
    report.warnings = warnings_about(dataset, request.wanted);
    report.dataset = std::move(dataset);
    report.part = PartInfo{request.options, {}};
    if (!request.shard.is_all()) report.part->shards = Shards{request.shard.count, {request.shard.index}};
    return report;
}

}  // namespace sluice::apps
