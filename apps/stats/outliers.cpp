#include "apps/stats/outliers.hpp"

#include "pipeline/core/printable.hpp"
#include "pipeline/core/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numeric>

namespace sluice::apps {
namespace {

constexpr std::size_t of_mean = 0, of_spread = 1, of_clipping = 2, of_focus = 3;
constexpr double far = 3.5;             // the usual limit for such scores (Iglewicz and Hoaglin)
constexpr double of_median = 1.482602;  // standard deviations of a normal distribution in its MAD
constexpr double of_average = 1.253314;
constexpr std::array least_difference{0.01, 0.01, 0.01, 0.5};

// As qualities are compared.
double scaled(const Quality& quality, std::size_t q) {
    constexpr double no_focus = 1e-12;
    return q == of_focus ? std::log2(std::max(quality[q], no_focus)) : quality[q];
}

double median_of(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

// A standard deviation that a few outliers do not change. Where more than half of the values are the same,
// the average distance tells it.
double robust_deviation(const std::vector<double>& values, double median) {
    std::vector<double> distances;
    for (const double v : values) distances.push_back(std::fabs(v - median));
    const double mad = median_of(distances);
    if (mad > 0) return of_median * mad;
    return of_average * std::accumulate(distances.begin(), distances.end(), 0.0) /
           static_cast<double>(distances.size());
}

std::uint64_t sum_of(const std::vector<std::uint64_t>& counts, std::size_t from, std::size_t to) {
    return std::accumulate(counts.begin() + static_cast<std::ptrdiff_t>(from),
                           counts.begin() + static_cast<std::ptrdiff_t>(to), std::uint64_t{0});
}

// Values at or below black, and at or above white.
std::uint64_t clipped(const Distribution& d, double white) {
    const std::vector<std::uint64_t>& counts = d.counts;
    const auto bin = [&](double v) {
        return static_cast<std::size_t>(d.keys.key(v) >> (d.keys.bits - d.keys.first_bits()));
    };
    return sum_of(counts, 0, bin(d.keys.reals ? 0 : d.keys.lowest) + 1) +
           sum_of(counts, bin(white), counts.size());
}

}  // namespace

std::optional<Quality> quality_of(const ImageFormat& format, const std::vector<ChannelStatistics>& channels,
                                  double focus) {
    const double white = format.white_value();
    Quality quality{};
    double count = 0, colours = 0;
    for (const ChannelStatistics& channel : channels) {
        const auto n = static_cast<double>(channel.numbers.integer("count"));
        if (channel.name == "A" || n == 0) continue;
        count += n;
        ++colours;
        quality[of_mean] += mean(channel.numbers) / white;
        quality[of_spread] += standard_deviation(channel.numbers) / white;
        quality[of_clipping] += static_cast<double>(clipped(*channel.distribution, white));
    }
    if (count == 0) return std::nullopt;
    quality[of_mean] /= colours;
    quality[of_spread] /= colours;
    quality[of_clipping] /= count;
    quality[of_focus] = focus / (white * white);
    return quality;
}

Outliers outliers_among(const std::vector<QualityOfFile>& files) {
    Outliers result;
    if (files.empty()) return result;
    std::vector<Outlier> all;
    for (const QualityOfFile& file : files) all.push_back({file, {}});
    for (std::size_t q = 0; q < qualities.size(); ++q) {
        std::vector<double> values, plain;
        for (const QualityOfFile& file : files) {
            values.push_back(scaled(file.quality, q));
            plain.push_back(file.quality[q]);
        }
        result.median[q] = median_of(plain);
        const double median = median_of(values), deviation = robust_deviation(values, median);
        for (std::size_t i = 0; i < all.size(); ++i) {
            const double difference = std::fabs(values[i] - median);
            if (difference >= least_difference[q] && difference > far * deviation)
                all[i].reasons.push_back({q, difference / deviation});
        }
    }
    for (Outlier& outlier : all) {
        if (outlier.reasons.empty()) continue;
        std::stable_sort(outlier.reasons.begin(), outlier.reasons.end(),
                         [](const auto& a, const auto& b) { return a.distance > b.distance; });
        result.files.push_back(std::move(outlier));
    }
    std::stable_sort(result.files.begin(), result.files.end(), [](const Outlier& a, const Outlier& b) {
        return a.reasons[0].distance > b.reasons[0].distance;
    });
    return result;
}

std::string quality_text(double v) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", v);
    return text;
}

Json outliers_json(const Outliers& outliers) {
    Json median = Json::object(), files = Json::array();
    for (std::size_t q = 0; q < qualities.size(); ++q) median[qualities[q]] = outliers.median[q];
    for (const Outlier& outlier : outliers.files) {
        Json file = Json::object();
        put_path(file, outlier.file.path);
        for (const Outlier::Reason& reason : outlier.reasons)
            file["because"].push_back({{"quality", qualities[reason.quality]},
                                       {"value", outlier.file.quality[reason.quality]},
                                       {"distance", reason.distance}});
        files.push_back(std::move(file));
    }
    return {{"median", std::move(median)}, {"files", std::move(files)}};
}

std::string outliers_text(const Outliers& outliers) {
    if (outliers.files.empty()) return "no outliers\n";
    std::string text = "outliers\n";
    for (const Outlier& outlier : outliers.files) {
        text += "  " + printable(outlier.file.path) + "\n";
        for (const Outlier::Reason& reason : outlier.reasons)
            text += std::string("    ") + qualities[reason.quality] + " " +
                    quality_text(outlier.file.quality[reason.quality]) + ", median " +
                    quality_text(outliers.median[reason.quality]) + ": " + quality_text(reason.distance) +
                    " standard deviations\n";
    }
    return text;
}

}  // namespace sluice::apps
