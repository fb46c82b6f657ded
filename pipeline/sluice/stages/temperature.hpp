// temperature: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Corrects the colour temperature of the light in an image: daylight (CIE) of this temperature becomes 6500
// K, in linear light, and white keeps its brightness. sRGB-encoded values are decoded first and encoded
// again.
struct temperature {
    // Temperature of the light in the image. 6500 leaves the image as it is, a higher value makes it warmer.
    // number in [2500, 25000]; in K; can be changed while running; default: 6500
    Number kelvin = {};
    // Tint: green is multiplied by 2^-tint. Above 0 the image turns magenta, below 0 green.
    // number in [-2, 2]; in stops; can be changed while running; default: 0
    Number tint = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("temperature", set_among({
            {"kelvin", &kelvin},
            {"tint", &tint},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
