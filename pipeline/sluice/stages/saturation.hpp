// saturation: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Makes colours stronger or weaker, as saturate() of W3C Filter Effects, on the pixel values as they are. Its
// luma is 0.213 R + 0.715 G + 0.072 B.
struct saturation {
    // Factor: 1 leaves the image as it is, 0 makes it grey.
    // number in [0, 1000], or a percentage; can be changed while running; default: 1
    NumberOrWord amount = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("saturation", set_among({
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
