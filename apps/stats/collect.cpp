#include "apps/stats/collect.hpp"

#include "apps/options/about_arguments.hpp"
#include "apps/options/declared.hpp"
#include "apps/options/device.hpp"
#include "apps/options/one_of.hpp"
#include "apps/stats/measure.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/device/picture_memory.hpp"
#include "pipeline/sluice/batch/listing.hpp"
#include "pipeline/sluice/plan.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace sluice::apps {
namespace {

Grouping grouping_option(const Arguments& arguments) {
    return {one_of(arguments, "group", {"channel", "joint", "luma"}),
            one_of(arguments, "alpha", {"visible", "exclude"}) == "exclude"};
}

Wanted wanted_option(const Arguments& arguments) {
    Wanted wanted;
    if (arguments.has("histogram")) wanted.bins = whole_number(arguments, "histogram", 1, 65536);
    if (!arguments.has("percentiles")) return wanted;
    for (const std::string& word : split(arguments.text("percentiles"))) {
        const std::optional<double> percent = number_from(word);
        if (!percent || *percent < 0 || *percent > 100)
            throw wrong_arguments(arguments, "--percentiles: " + in_quotes(word) +
                                                 " is not a number from 0 to 100; write a list as 1,50,99");
        if (std::find(wanted.percentiles.begin(), wanted.percentiles.end(), *percent) ==
            wanted.percentiles.end())
            wanted.percentiles.push_back(*percent);
    }
    if (wanted.percentiles.empty())
        throw wrong_arguments(arguments, "--percentiles is empty; write a list as 1,50,99");
    return wanted;
}

// Parameters of `load`.
Values reading_option(const Arguments& arguments) {
    Values reading{{"shrink", std::string("never")}, {"lenient", arguments.has("lenient")}};
    const auto set_whole = [&](const char* option, const char* param, std::size_t low, std::size_t high) {
        if (arguments.has(option))
            reading[param] = static_cast<std::int64_t>(whole_number(arguments, option, low, high));
    };
    set_whole("max-pixels", "max_pixels", 1, std::numeric_limits<std::int64_t>::max());
    set_whole("page", "page", 0, 1 << 20);
    const std::string seconds = arguments.has("limit-seconds") ? arguments.text("limit-seconds") : "300";
    const std::optional<double> most = number_from(seconds);
    if (!most || !(*most >= 0 && *most <= 1e6))
        throw wrong_arguments(arguments,
                              "--limit-seconds: " + in_quotes(seconds) +
                                  " is not a number of seconds from 0 to 1000000; 0 means no limit");
    reading["max_seconds"] = *most;
    for (const ParamDecl& param : builtin_stages().find("load")->params)
        if (!param.option.empty() && reading.count(param.name) == 0)
            if (const auto value = given_value(arguments, param)) reading[param.name] = *value;
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

StatsRequest stats_request(const Arguments& arguments) {
    return {grouping_option(arguments), wanted_option(arguments), reading_option(arguments),
            storage_choice(arguments),  arguments.has("dataset"), arguments.spelling};
}

Listing stats_inputs(const Arguments& arguments) {
    ListOptions options;
    options.recursive = arguments.has("recursive");
    Listing listing = list_inputs(arguments.words, options);
    about_arguments(arguments, [&] {
        const Wording left_out = expect_inputs(listing, "");
        if (!left_out.empty()) arguments.messages.note(left_out.in(arguments.spelling));
    });
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
    for (const InputFile& file : listing.files) paths.push_back(file.path.string());
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
