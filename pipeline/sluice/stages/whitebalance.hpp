// whitebalance: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Makes a given grey neutral: multiplies each colour so that all colours of the grey become their mean. It
// works on the pixel values as they are.
struct whitebalance {
    // Colour of a pixel that ought to be grey: a CSS colour, or pixel values of R, G and B. Three equal
    // numbers change nothing.
    // a colour such as white, #ff8800, rgb(50% 0% 0%); or 3 pixel values (0 to 255 for 8 bits); can be
    // changed while running
    Numbers grey = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("whitebalance", set_among({
            {"grey", &grey},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
