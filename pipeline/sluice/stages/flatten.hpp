// flatten: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Puts an image on a background colour and removes its alpha. An image without alpha stays as it is.
struct flatten {
    // Background colour. A CSS colour is the same at every bit depth. Pixel values are one number for all
    // colours or one for each. 0 is black.
    // a colour such as white, #ff8800, rgb(50% 0% 0%); or 1 to 3 pixel values (0 to 255 for 8 bits); can be
    // changed while running; default: 0
    Numbers color = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("flatten", set_among({
            {"color", &color},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
