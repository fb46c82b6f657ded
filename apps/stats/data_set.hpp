// The statistics of files together: the same for any order and grouping of the files.
#pragma once

#include "apps/stats/channel.hpp"
#include "apps/stats/exact_sum.hpp"
#include "apps/stats/outliers.hpp"
#include "io/statistics_file.hpp"
#include "pipeline/core/format.hpp"

#include <compare>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sluice::apps {

struct FileStatistics {
    std::string path;
    std::optional<ImageFormat> format;  // nothing: it failed
    std::string error;
    std::vector<ChannelStatistics> channels;
    std::optional<Quality> quality = {};  // if it is wanted
};

// Pixel type and white of images.
struct ValueType {
    std::string pixel;
    double white = 0;
    auto operator<=>(const ValueType&) const = default;
};

struct PooledChannel {
    ChannelStatistics statistics;
    ExactSum sum, sum_sq;  // of reals; their Table has the first two terms
    // Of approximate percentiles, in the order of those that are wanted: no value lies farther off. Empty:
    // they are exact.
    std::vector<double> errors = {};
};

struct DataSet {
    std::size_t count = 0;                // files in it
    std::vector<PooledChannel> channels;  // Y, R, G, B, A, then others by their names
    std::set<ValueType> types;            // that occur

    bool mixed() const { return types.size() > 1; }
};

void add(DataSet& set, const FileStatistics& file, const Wanted& wanted);
void add(DataSet& set, const DataSet& other, const Wanted& wanted);

// As if it had been read from a file. Throws Error(input) for images of several pixel types.
StatisticsFile statistics_file(const DataSet& set, const Wanted& wanted);

// What is worth saying about it.
std::vector<std::string> warnings_about(const DataSet& set, const Wanted& wanted);

}  // namespace sluice::apps
