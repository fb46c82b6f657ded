// curves: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Applies a smooth tone curve through points. The curve only rises or falls where the points do: monotone
// cubic, as scipy's PchipInterpolator.
struct curves {
    // Points x0,y0,x1,y1 and so on, from left to right. In quotes, semicolons may separate them:
    // '0,0;0.5,0.6;1,1'. Before the first and after the last point the curve is flat. 0,0,1,1 changes nothing
    // from black to white.
    // 4 to 128 numbers, or a percentage; as a fraction of white; can be changed while running as long as the
    // number of points stays the same; default: 0,0,1,1
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
