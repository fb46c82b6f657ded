// guided: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Smooths an image but where its guide has edges: the guided filter of He, Sun and Tang, each colour by that
// of the guide.
struct guided {
    enum class Edge { clamp, mirror, wrap };
    friend const char* word_of(Edge value) {
        static constexpr const char* words[] = {"clamp", "mirror", "wrap"};
        return words[static_cast<int>(value)];
    }

    // Of the squares.
    // whole number in [1, 250]; unit px; default: 4
    Integer radius = {};
    // Where the guide's variance, in parts of white squared, is less than this, it is smoothed.
    // number in [1e-06, 100]; live; default: 0.01
    Number epsilon = {};
    // What is outside of the image: its nearest pixel, the image mirrored at the middle of its outermost
    // pixels, the image again, or one colour.
    // one of clamp, mirror, wrap; default: clamp
    Choice<Edge> edge = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("guided", set_among({
            {"radius", &radius},
            {"epsilon", &epsilon},
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
