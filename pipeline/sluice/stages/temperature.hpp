// temperature: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Corrects for the light of a picture: the white of CIE daylight of that temperature becomes that of 6500 K,
// in linear light, and as bright as white was. Values that are sRGB encoded are decoded for it.
struct temperature {
    // The light that the picture was taken in: 6500 leaves it as it is, above that it becomes warmer.
    // number in [2500, 25000]; unit K; live; default: 6500
    Number kelvin = {};
    // Green is multiplied by 2^-tint: above 0 towards magenta, below towards green.
    // number in [-2, 2]; unit stops; live; default: 0
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
