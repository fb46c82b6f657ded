// log: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Lifts the shadows: white * log(1 + strength * v / white) / log(1 + strength), as LogStretch of astropy with
// a = strength. Negative values are treated symmetrically.
struct log {
    // Strength of the curve. Near 0 the image almost stays as it is.
    // number in [0.001, 1e+06]; can be changed while running; default: 1000
    Number strength = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("log", set_among({
            {"strength", &strength},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
