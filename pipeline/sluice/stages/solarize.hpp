// solarize: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Inverts what is as bright as a level or brighter: Pillow's ImageOps.solarize.
struct solarize {
    // Where inverting begins; 0 inverts all.
    // number in [0, 1], or a percentage; unit of white; live; default: 0.5
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
