// gamma: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Raises every channel to a power: white * sign(v) * (|v| / white)^exponent.
struct gamma {
    // Exponent: 1 leaves the image as it is, below 1 brightens it.
    // number in [0.01, 100]; can be changed while running; default: 1
    Number exponent = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("gamma", set_among({
            {"exponent", &exponent},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
