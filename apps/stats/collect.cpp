#include "apps/stats/collect.hpp"

#include "apps/options/about_arguments.hpp"
#include "apps/options/declared.hpp"
#include "apps/options/device.hpp"
#include "apps/options/isolate.hpp"
#include "apps/stats/measure.hpp"
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

FileStatistics measured(Decoded& file, Measurer& measurer, Spelling spelling) {
    if (!file.image) return failed(file.path, file.error.in(spelling));
    try {
        FileStatistics result{file.path, file.image->format(), "", measurer.measure(file.image->view())};
        for (std::size_t i = 0; i < file.distributions.size(); ++i)
            result.channels.at(i).distribution = std::move(file.distributions[i]);
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

// Takes files in, one after another.
class Pool {
public:
    explicit Pool(const Wanted& wanted) : wanted_(wanted) {}

    void add(const FileStatistics& file) {
        if (!file.format) return;
        ++set_.count;
        if (!first_) first_ = file.format;
        mixed_ = mixed_ || file.format->pixel != first_->pixel ||
                 file.format->white_value() != first_->white_value();
        for (const ChannelStatistics& channel : file.channels) {
            const auto same =
                std::find_if(set_.channels.begin(), set_.channels.end(),
                             [&](const ChannelStatistics& c) { return c.name == channel.name; });
            if (same == set_.channels.end())
                set_.channels.push_back(channel);
            else
                pool(*same, channel, wanted_);
        }
    }

    void finish(Report& report) {
        if (mixed_)
            report.warnings.emplace_back(
                "the data set mixes pixel types; values are pooled unscaled, although white is 255 at 8 bits "
                "and 65535 at 16 bits");
        for (const ChannelStatistics& channel : set_.channels)
            if (set_.count > 1 && !wanted_.percentiles.empty() && channel.distribution->levels.empty())
                report.warnings.push_back(
                    "the data set has no percentiles of " + channel.name +
                    ", because percentiles are pooled only for 8- or 16-bit integers of one type");
        report.dataset = std::move(set_);
    }

private:
    const Wanted& wanted_;
    Report::DataSet set_;
    std::optional<ImageFormat> first_;
    bool mixed_ = false;
};

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
    return {{extras.group, extras.alpha == "exclude"},
            {distinct(extras.percentiles), extras.histogram},
            reading(caller, load),
            options.storage,
            extras.dataset,
            caller.spelling};
}

Listing stats_inputs(const Caller& caller, const std::vector<std::string>& paths,
                     const BatchOptions& options) {
    const Shard shard = about_arguments(caller, [&] { return shard_from(options.shard); });
    if (!shard.is_all() && std::any_of(paths.begin(), paths.end(), is_stdin))
        throw wrong_arguments(caller, Remedy{"shard"} + " divides folders and lists of files, not stdin");
    Listing listing = list_inputs(paths, {.recursive = options.recursive, .glob = {}, .skip = {}});
    about_arguments(caller, [&] {
        const Wording left_out = expect_inputs(listing, "");
        if (!left_out.empty()) caller.messages.note(left_out.in(caller.spelling));
    });
    std::erase_if(listing.files, [&](const InputFile& file) { return !shard.has(file.relative); });
    return listing;
}

std::optional<Report> collect_statistics(const Listing& listing, const StatsRequest& request,
                                         const Registry& stages, const Device& device,
                                         StatsWatcher& watcher) {
    Report report;
    report.device = device.facts().name;
    for (const Listing::Fault& fault : listing.faults)
        watcher.finished(
            report.files.emplace_back(failed(fault.path.string(), fault.what.in(request.spelling))), {});

    PictureMemory memory(device, kept_by(request.memory));
    Measurer measurer(device, request.storage, request.grouping);
    Pool dataset(request.wanted);
    std::vector<std::string> paths;
    for (const InputFile& file : listing.files) paths.push_back(file.path);
    DecodeAhead decoder(std::move(paths), stages, request.reading, request.grouping, request.wanted,
                        request.memory, &memory);
    while (std::optional<Decoded> decoded = decoder.next()) {
        if (watcher.stops()) return std::nullopt;
        FileStatistics& file = report.files.emplace_back(measured(*decoded, measurer, request.spelling));
        if (request.dataset) dataset.add(file);
        for (ChannelStatistics& channel : file.channels)  // large, and only pooling needs them
            if (channel.distribution) channel.distribution->levels = {};
        std::vector<std::string> warnings;
        for (const Wording& warning : decoded->warnings) warnings.push_back(warning.in(request.spelling));
        watcher.finished(file, warnings);
    }
    std::stable_sort(report.files.begin(), report.files.end(),
                     [](const FileStatistics& a, const FileStatistics& b) { return a.path < b.path; });
    if (request.dataset) dataset.finish(report);
    return report;
}

}  // namespace sluice::apps
