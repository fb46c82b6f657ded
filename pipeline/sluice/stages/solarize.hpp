// solarize: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Inverts pixel values at or above a level, as ImageOps.solarize of Pillow.
struct solarize {
    // Level at which inverting begins. 0 inverts everything.
    // number in [0, 1], or a percentage; as a fraction of white; can be changed while running; default: 0.5
    NumberOrWord level = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("solarize", set_among({
            {"level", &level},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
