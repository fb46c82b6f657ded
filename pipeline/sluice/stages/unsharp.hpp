// unsharp: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Sharpens an image: adds the difference between the image and a blurred copy.
struct unsharp {
    // Standard deviation of the blur: one number, or one for x and one for y.
    // 1 to 2 numbers in [0, 250]; in px; can be changed while running as long as the kernel keeps its size;
    // default: 1
    Numbers sigma = {};
    // Amount of the difference that is added. 1.5 is 150 percent in Pillow.
    // number in [0, 100]; can be changed while running; default: 1
    Number amount = {};
    // Smallest difference that is sharpened; smaller ones are left alone. 0.012 is 3 of 255.
    // number in [0, 1], or a percentage; as a fraction of white; can be changed while running; default: 0
    NumberOrWord threshold = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("unsharp", set_among({
            {"sigma", &sigma},
            {"amount", &amount},
            {"threshold", &threshold},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
