// curves: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Sends values along a smooth curve through points that rises and falls only where they do: monotone cubic,
// as scipy's PchipInterpolator.
struct curves {
    // x0,y0,x1,y1 and so on, from left to right; in quotes with semicolons between points, '0,0;0.5,0.6;1,1'.
    // Beyond the first and the last values stay what these give; 0,0,1,1 changes nothing from black to white.
    // 4 to 128 numbers, or a percentage; unit of white; live while there are as many; default: 0,0,1,1
    Numbers points = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("curves", set_among({
            {"points", &points},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
