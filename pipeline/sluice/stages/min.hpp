// min: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// The smaller of each colour and that of another image, or a number, as OpenCV's min; NaN stays.
struct min {
    // A number in the place of the second image, or one for each colour.
    // 1 to 3 numbers, or percentages of white, or none; unit code values; live; default: none
    Numbers value = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("min", set_among({
            {"value", &value},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
