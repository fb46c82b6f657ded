// posterize: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Reduces each channel to a few levels, evenly spaced from black to white, as ImageMagick's -posterize. Each
// value becomes the nearest level.
struct posterize {
    // Number of levels. 256 leaves 8-bit images as they are.
    // integer in [2, 256]; can be changed while running; default: 4
    Integer levels = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("posterize", set_among({
            {"levels", &levels},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
