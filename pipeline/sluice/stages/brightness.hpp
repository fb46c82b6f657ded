// brightness: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Multiplies pixel values, as brightness() of W3C Filter Effects.
struct brightness {
    // Factor: 1 leaves the image as it is, 0 makes it black.
    // number in [0, 1000], or a percentage; can be changed while running; default: 1
    NumberOrWord amount = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("brightness", set_among({
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
