#include "apps/stats/report.hpp"

#include "pipeline/core/statistics.hpp"
#include "pipeline/core/value.hpp"

#include <cmath>

namespace sluice::apps {
namespace {

// The minimum of no value is no number, whatever the device started from.
Json value_of(const ChannelStatistics& channel, const char* field) {
    return channel.numbers.integer("count") == 0 ? Json(nullptr) : table_value(channel.numbers, field, 0);
}

Json number_json(double value, bool exact) {
    if (!std::isfinite(value)) return nullptr;
    return exact ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

Json json_of(const ChannelStatistics& channel, const Wanted& wanted) {
    const Table& numbers = channel.numbers;
    Json json = {{"name", channel.name},
                 {"count", table_value(numbers, "count", 0)},
                 {"min", value_of(channel, "min")},
                 {"max", value_of(channel, "max")},
                 {"sum", table_value(numbers, "sum", 0)},
                 {"sum_sq", table_value(numbers, "sum_sq", 0)},
                 {"mean", mean(numbers)},
                 {"std", standard_deviation(numbers)},
                 {"nonzero", table_value(numbers, "nonzero", 0)},
                 {"nan", table_value(numbers, "nan", 0)},
                 {"inf", table_value(numbers, "inf", 0)}};
    if (!channel.distribution) return json;
    const Distribution& distribution = *channel.distribution;
    for (std::size_t i = 0; i < wanted.percentiles.size(); ++i)
        json["percentiles"][number_text(wanted.percentiles[i])] =
            number_json(distribution.percentiles[i], channel.exact());
    if (wanted.bins > 0)
        json["histogram"] = distribution.histogram.empty() ? Json(nullptr) : Json(distribution.histogram);
    return json;
}

Json json_of(const std::vector<ChannelStatistics>& channels, const Wanted& wanted) {
    Json list = Json::array();
    for (const ChannelStatistics& channel : channels) list.push_back(json_of(channel, wanted));
    return list;
}

Json json_of(const DataSet& set, const Wanted& wanted) {
    Json list = Json::array();
    for (const PooledChannel& channel : set.channels) {
        Json json = json_of(channel.statistics, wanted);
        for (std::size_t i = 0; i < channel.errors.size(); ++i)
            json["percentile_errors"][number_text(wanted.percentiles[i])] = channel.errors[i];
        list.push_back(std::move(json));
    }
    return {{"count", set.count}, {"statistics", std::move(list)}};
}

Json json_of(const FileStatistics& file, const Wanted& wanted) {
    Json json = Json::object();
    put_path(json, file.path);
    if (!file.format) {
        json["error"] = file.error;
        return json;
    }
    json["width"] = file.format->width;
    json["height"] = file.format->height;
    json["layers"] = file.format->layers;
    json["channels"] = file.format->channels;
    json["pixel"] = std::string(name(file.format->pixel));
    json["white"] = number_json(file.format->white_value(), is_integer(file.format->pixel));
    json["alpha"] = file.format->has_alpha();
    json["error"] = nullptr;
    json["statistics"] = json_of(file.channels, wanted);
    if (file.quality)
        for (std::size_t q = 0; q < qualities.size(); ++q) json["quality"][qualities[q]] = (*file.quality)[q];
    return json;
}

}  // namespace

std::vector<QualityOfFile> qualities_in(const Json& files) {
    std::vector<QualityOfFile> all;
    for (const Json& file : files) {
        if (!file.contains("quality")) continue;
        QualityOfFile& one = all.emplace_back();
        one.path = path_in(file);
        for (std::size_t q = 0; q < qualities.size(); ++q)
            one.quality[q] = file.at("quality").at(qualities[q]).get<double>();
    }
    return all;
}

std::string stats_json(const Json& device, Json files, const DataSet* set, const PartInfo* part,
                       const Wanted& wanted) {
    Json all = {{"sluice", 1}, {"device", device}};
    Json outliers = wanted.quality ? outliers_json(outliers_among(qualities_in(files))) : Json();
    all["files"] = std::move(files);
    if (wanted.quality) all["outliers"] = std::move(outliers);
    if (set != nullptr) {
        all["dataset"] = json_of(*set, wanted);
        all["part"] = part_json(*part, *set);
    }
    return pretty(all);
}

std::string stats_json(const Report& report, const Wanted& wanted) {
    Json files = Json::array();
    for (const FileStatistics& file : report.files) files.push_back(json_of(file, wanted));
    return stats_json(report.device, std::move(files), report.dataset ? &*report.dataset : nullptr,
                      report.part ? &*report.part : nullptr, wanted);
}

std::vector<QualityOfFile> qualities_in(const Report& report) {
    std::vector<QualityOfFile> all;
    for (const FileStatistics& file : report.files)
        if (file.quality) all.push_back({file.path, *file.quality});
    return all;
}

}  // namespace sluice::apps
