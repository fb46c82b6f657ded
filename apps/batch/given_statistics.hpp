// Statistics that `sluice stats --json` found before, in the place of those of each picture: a series is
// normalized by one range.
#pragma once

#include "io/statistics_file.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/core/warn.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/graph/graph.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sluice::apps {

// Many images have one range, so `normalize` must not depend on the size of each. Throws Error(usage);
// `option` asked for the statistics.
void expect_no_sizes(const CheckedNode& normalize, const std::string& option);

// A value; any thread.
class GivenStatistics {
public:
    // Of the data set of the file, or of its only picture. Throws Error(input, path) for what no such file
    // is, and for pictures that no one range fits: of several pixel types, or grey and coloured.
    explicit GivenStatistics(const std::string& path);
    // The same of statistics that were just made; `name` stands for the path, and `option` asked for them.
    GivenStatistics(std::string name, StatisticsFile statistics, std::string option = "stats_from");

    // Gives a node `normalize` its numbers in the place of what it would measure: `in` of minmax, which
    // percentile becomes, `mean` and `std` of standardize. `checked`: the node, checked. What is worth saying
    // about its parameters goes to `warn`. Throws Error(usage) for other modes, for limits that statistics do
    // not have and where it has such numbers already, Error(input, path) for what the file does not have.
    void give_to(GraphNode& normalize, const CheckedNode& checked, const Warn& warn) const;

    // These numbers by the names of the parameters, with `mode` and `group` where they set these. `asked`:
    // the parameters of the node.
    std::map<std::string, Value> numbers(const Values& asked, const Warn& warn) const;

    // Throws Error(input) for a picture with which the statistics have nothing to do.
    void expect(const ImageFormat& picture) const;

private:
    using Group = StatisticsFile::Group;
    const std::vector<Group>& groups() const { return statistics_.groups; }
    std::vector<double> of_each(std::optional<double> Group::*field, const char* name) const;
    std::vector<double> percentiles(double percent) const;
    std::vector<double> percentile_ranges(double low, double high, const Warn& warn) const;

    std::string path_;
    StatisticsFile statistics_;
    std::string option_;
};

}  // namespace sluice::apps
