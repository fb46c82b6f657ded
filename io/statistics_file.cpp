#include "io/statistics_file.hpp"

#include "io/parse_file.hpp"
#include "pipeline/core/value.hpp"

#include <nlohmann/json.hpp>

namespace sluice {
namespace {

using Json = nlohmann::json;

constexpr std::size_t most_bytes = std::size_t{1} << 28;

// What a reader wants of the file, for messages.
struct Wanted {
    const char *what, *common;
    bool histograms;
};

[[noreturn]] void fail(const Wording& what) { throw Error(Error::Kind::input, "", what); }

const Json& groups_of(const Json& all, const Wanted& wanted) {
    if (all.contains("dataset")) return all.at("dataset").at("statistics");
    const Json& files = all.at("files");
    if (files.size() != 1)
        fail(std::string("has ") + wanted.what + " of " + std::to_string(files.size()) +
             " images, but not of all together: " + Remedy{"dataset", true, "stats"} + " adds them");
    return files[0].at("statistics");
}

void take_pixel(StatisticsFile& statistics, const Json& all, const Wanted& wanted) {
    for (const Json& picture : all.at("files")) {
        if (!picture.at("error").is_null()) continue;
        const auto pixel = picture.at("pixel").get<std::string>();
        const auto white = picture.at("white").get<double>();
        if (!statistics.pixel.empty() && (pixel != statistics.pixel || white != statistics.white))
            fail(std::string("is of images with several pixel types, ") + wanted.common);
        statistics.pixel = pixel;
        statistics.white = white;
    }
    if (statistics.pixel.empty()) fail("has no statistics");
}

std::optional<double> number(const Json& group, const char* name) {
    const auto found = group.find(name);
    if (found == group.end() || found->is_null()) return std::nullopt;
    return found->get<double>();
}

StatisticsFile::Group group_of(const Json& from) {
    StatisticsFile::Group group{from.at("name").get<std::string>(),
                                number(from, "min"),
                                number(from, "max"),
                                number(from, "mean"),
                                number(from, "std"),
                                {},
                                {}};
    if (const auto percentiles = from.find("percentiles"); percentiles != from.end())
        for (const auto& [percent, value] : percentiles->items())
            if (const auto at = number_from(percent); at && !value.is_null())
                group.percentiles.push_back({*at, value.get<double>()});
    if (const auto counts = from.find("histogram"); counts != from.end() && !counts->is_null())
        group.histogram = counts->get<std::vector<std::uint64_t>>();
    return group;
}

StatisticsFile parsed(std::string_view text, const Wanted& wanted) {
    StatisticsFile statistics;
    try {
        const Json all = Json::parse(text);
        take_pixel(statistics, all, wanted);
        for (const Json& group : groups_of(all, wanted))
            if (group.at("name") != "A") statistics.groups.push_back(group_of(group));
    } catch (const Json::exception&) {
        const Wording what = "is not what '" + Remedy{"json", "FILE", "stats"} + "' writes";
        fail(wanted.histograms ? what + " with " + Remedy{"histogram"} : what);
    }
    return statistics;
}

}  // namespace

StatisticsFile read_statistics(const std::string& path) {
    return parse_file(path, most_bytes, [](std::string_view text) {
        return parsed(text, {"statistics", "which have no range in common", false});
    });
}

StatisticsFile read_histograms(const std::string& path) {
    return parse_file(path, most_bytes, [](std::string_view text) {
        StatisticsFile statistics =
            parsed(text, {"histograms", "whose values have no histogram in common", true});
        if (statistics.groups.empty()) fail("has no histograms");
        for (const StatisticsFile::Group& group : statistics.groups) {
            if (group.histogram.empty())
                fail("has no histogram of " + group.name + ": " + Remedy{"histogram", {}, "stats"} +
                     " counts one");
            if (group.histogram.size() != statistics.groups[0].histogram.size())
                fail("has histograms of different lengths");
        }
        return statistics;
    });
}

}  // namespace sluice
