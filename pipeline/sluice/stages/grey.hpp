// grey: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Converts colours to grey. The result has one channel, and alpha if the image has alpha.
struct grey {
    // Weights of R, G and B: a name, or three numbers. rec709: 0.2126, 0.7152, 0.0722, as skimage's rgb2gray.
    // rec601: 0.299, 0.587, 0.114, as OpenCV's cvtColor and Pillow. average: a third each. max: the largest
    // value (V of HSV). lightness: the middle between largest and smallest (L of HSL).
    // 3 numbers in [-100, 100], or rec709, or rec601, or average, or max, or lightness; can be changed while
    // running as long as it does not change to or from max or lightness; default: rec709
    Numbers weights = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("grey", set_among({
            {"weights", &weights},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
