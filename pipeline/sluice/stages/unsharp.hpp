// unsharp: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Sharpens: adds how far each colour lies from its blurred neighbourhood.
struct unsharp {
    // The deviation of the blur, for x and y or for each.
    // 1 to 2 numbers in [0, 250]; unit px; live while its reach stays; default: 1
    Numbers sigma = {};
    // How much of the difference is added; 1.5 is what Pillow calls 150 percent.
    // number in [0, 100]; live; default: 1
    Number amount = {};
    // A difference up to this is left alone: 0.012 is 3 of 255.
    // number in [0, 1], or a percentage; unit of white; live; default: 0
    NumberOrWord threshold = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("unsharp", set_among({
            {"sigma", &sigma},
            {"amount", &amount},
            {"threshold", &threshold},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
