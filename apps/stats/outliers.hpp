// Files that lie far from the others of a set.
#pragma once

#include "apps/json.hpp"
#include "apps/stats/channel.hpp"
#include "pipeline/core/format.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sluice::apps {

// What files are compared by. Mean and spread are shares of white, over all colours; clipping is the share of
// values at or beyond black and white; focus is the variance of the Laplacian, in squares of white.
constexpr std::array qualities{"mean", "spread", "clipping", "focus"};
using Quality = std::array<double, qualities.size()>;

// `channels`: with their counts. Nothing for an image without values.
std::optional<Quality> quality_of(const ImageFormat& format, const std::vector<ChannelStatistics>& channels,
                                  double focus);

struct QualityOfFile {
    std::string path;
    Quality quality;
};

struct Outlier {
    struct Reason {
        std::size_t quality;  // its number
        double distance;      // from the median, in robust standard deviations
    };
    QualityOfFile file;
    std::vector<Reason> reasons;  // the farthest first
};

struct Outliers {
    Quality median{};
    std::vector<Outlier> files;  // the farthest first
};

// By the median absolute deviation: more than 3.5 standard deviations, as it estimates them, from the median.
// Focus is compared by its logarithm. Differences that nobody sees are none: 1 % of white, half an octave.
Outliers outliers_among(const std::vector<QualityOfFile>& files);

std::string quality_text(double v);
Json outliers_json(const Outliers& outliers);
std::string outliers_text(const Outliers& outliers);

}  // namespace sluice::apps
