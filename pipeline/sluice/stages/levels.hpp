// levels: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Maps a black and a white point to an output range, with a gamma, as ImageMagick's -level and +level. Values
// outside are clipped.
struct levels {
    // Black point, which becomes `low`; 0 is black.
    // number in [0, 1], or a percentage; as a fraction of white; can be changed while running; default: 0
    NumberOrWord black = {};
    // White point, which becomes `high`. If it is below `black`, the image is inverted.
    // number in [0, 1], or a percentage; as a fraction of white; can be changed while running; default: 1
    NumberOrWord white = {};
    // Gamma: 1 changes nothing, above 1 brightens.
    // number in [0.01, 100]; can be changed while running; default: 1
    Number gamma = {};
    // Lower end of the output range.
    // number in [0, 1], or a percentage; as a fraction of white; can be changed while running; default: 0
    NumberOrWord low = {};
    // Upper end of the output range.
    // number in [0, 1], or a percentage; as a fraction of white; can be changed while running; default: 1
    NumberOrWord high = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("levels", set_among({
            {"black", &black},
            {"white", &white},
            {"gamma", &gamma},
            {"low", &low},
            {"high", &high},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
