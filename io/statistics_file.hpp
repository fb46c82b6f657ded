// Files that `sluice stats --json` writes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

// Of the data set of the file, or of its only picture.
struct StatisticsFile {
    struct Percentile {
        double percent, value;
    };
    struct Group {
        std::string name;                           // "R", "Y", "joint"
        std::optional<double> min, max, mean, std;  // nothing, because no value was measured
        std::vector<Percentile> percentiles;
        std::vector<std::uint64_t> histogram;  // from the pixel type's lowest value on; empty: not asked for
    };
    std::vector<Group> groups;  // without alpha
    std::string pixel;          // of the pictures, "u8"
    double white = 0;
};

// Both throw Error(input) that names the path: no such file, not what stats writes, no picture, several and
// nothing about all together, pictures of several pixel types. Any thread.
StatisticsFile read_statistics(const std::string& path);
// One group at least, and each with a histogram, all of one length; throws for others too.
StatisticsFile read_histograms(const std::string& path);

}  // namespace sluice
