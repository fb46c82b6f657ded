// localnorm: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Gives all parts of an image one brightness and one contrast: what is the mean around a pixel becomes half
// of white, what is the deviation becomes `strength`.
struct localnorm {
    enum class Edge { clamp, mirror, wrap };
    friend const char* word_of(Edge value) {
        static constexpr const char* words[] = {"clamp", "mirror", "wrap"};
        return words[static_cast<int>(value)];
    }

    // Of the square around a pixel.
    // whole number in [1, 250]; unit px; default: 15
    Integer radius = {};
    // What a deviation becomes. Those below 0.001 of white become less, so that what is flat stays so.
    // number in [0, 10], or a percentage; unit of white; live; default: 0.2
    NumberOrWord strength = {};
    // What is outside of the image: its nearest pixel, the image mirrored at the middle of its outermost
    // pixels, the image again, or one colour.
    // one of clamp, mirror, wrap; default: clamp
    Choice<Edge> edge = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("localnorm", set_among({
            {"radius", &radius},
            {"strength", &strength},
            {"edge", &edge},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
