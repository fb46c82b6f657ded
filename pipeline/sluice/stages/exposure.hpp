// exposure: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Changes the exposure: multiplies linear light by 2^amount. sRGB-encoded values are decoded first and
// encoded again.
struct exposure {
    // Exposure change: 0 leaves the image as it is, 1 doubles the light.
    // number in [-20, 20]; in stops; can be changed while running; default: 0
    Number amount = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("exposure", set_among({
            {"amount", &amount},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
