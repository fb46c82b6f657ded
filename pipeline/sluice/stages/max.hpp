// max: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Larger value of each colour and another image or a number, as OpenCV's max. NaN stays.
struct max {
    // Number to use instead of the second image: one for all colours, or one for each.
    // 1 to 3 numbers, or percentages of white, or none; in pixel values (0 to 255 for 8 bits); can be changed
    // while running; default: none
    Numbers value = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("max", set_among({
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
