// Statistics that `sluice stats --json` found before, in the place of those of each picture: a series is
// normalized by one range.
#pragma once

#include "pipeline/core/format.hpp"
#include "pipeline/core/warn.hpp"
#include "pipeline/graph/graph.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sluice::apps {

// A value; any thread.
class GivenStatistics {
public:
    // Of the data set of the file, or of its only picture. Throws Error(input, path) for what no such file
    // is, and for pictures that no one range fits: of several pixel types, or grey and coloured.
    explicit GivenStatistics(const std::string& path);

    // Gives a node `normalize` its numbers in the place of what it would measure: `in` of minmax, which
    // percentile becomes, `mean` and `std` of standardize. `checked`: the node, checked. What is worth saying
    // about its parameters goes to `warn`. Throws Error(usage) for other modes, for limits that statistics do
    // not have and where it has such numbers already, Error(input, path) for what the file does not have.
    void give_to(GraphNode& normalize, const CheckedNode& checked, const Warn& warn) const;

    // Throws Error(input) for a picture with which the statistics have nothing to do.
    void expect(const ImageFormat& picture) const;

private:
    struct Percentile {
        double percent, value;
    };
    struct Group {
        std::string name;
        std::optional<double> min, max, mean, std;  // nothing: no value was counted
        std::vector<Percentile> percentiles;
    };
    std::vector<double> of_each(std::optional<double> Group::*field, const char* name) const;
    std::vector<double> percentiles(double percent) const;
    std::vector<double> percentile_ranges(double low, double high, const Warn& warn) const;

    std::string path_;
    std::string pixel_;
    double white_ = 0;
    std::vector<Group> groups_;  // what normalize changes: no alpha
};

}  // namespace sluice::apps
