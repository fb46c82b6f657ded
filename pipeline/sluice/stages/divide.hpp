// divide: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Divides by a number, or by an image whose white is 1: as OpenCV's divide with a scale of white. Integers by
// 0 are 0.
struct divide {
    // A number in the place of the second image, or one for each colour.
    // 1 to 3 numbers, or percentages of white, or none; unit code values; live; default: none
    Numbers value = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("divide", set_among({
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
