// mix: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Mixes two images: a * (1 - weight) + b * weight, as OpenCV's addWeighted.
struct mix {
    // Weight of the second image: 0 is the first image, 1 the second.
    // number in [0, 1], or a percentage; can be changed while running; default: 0.5
    NumberOrWord weight = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("mix", set_among({
            {"weight", &weight},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
