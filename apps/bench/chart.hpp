// Bar charts as SVG text: bars in groups, each against a limit of its own. Nothing is fetched to show one,
// and it is readable on light and on dark.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sluice::apps {

struct Chart {
    struct Bar {
        std::size_t series;  // an index
        double value;
        std::string text;  // at its end
        std::optional<double> limit = {};
    };
    struct Group {
        std::string label;
        std::vector<Bar> bars = {};
        std::string note = {};  // stands where bars are missing
    };

    std::string title;
    std::string axis;                 // what the values are, with their unit
    std::string limit;                // what the limits are; "" without
    std::vector<std::string> series;  // at most 6
    std::vector<Group> groups;
};

// One chart below the other; each has an axis of its own, which begins at 0.
std::string svg(const std::string& title, const std::string& subtitle, const std::vector<Chart>& charts);

}  // namespace sluice::apps
