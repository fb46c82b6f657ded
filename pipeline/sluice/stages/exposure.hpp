// exposure: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Exposes longer or shorter: linear light times 2^amount. Values that are sRGB encoded are decoded for it.
struct exposure {
    // 0 leaves the image as it is, 1 doubles the light.
    // number in [-20, 20]; unit stops; live; default: 0
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
