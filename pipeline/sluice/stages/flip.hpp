// flip: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Mirrors an image.
struct flip {
    enum class Axis { x, y, both };
    friend const char* word_of(Axis value) {
        static constexpr const char* words[] = {"x", "y", "both"};
        return words[static_cast<int>(value)];
    }

    // Direction. x: swaps left and right. y: swaps top and bottom. both: turns the image by 180 degrees.
    // one of x, y, both; can be changed while running; default: x
    Choice<Axis> axis = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("flip", set_among({
            {"axis", &axis},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
