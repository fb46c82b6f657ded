// guided: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Smooths an image except at the edges of its guide: the guided filter of He, Sun and Tang. Each colour is
// guided by that of the guide.
struct guided {
    enum class Edge { clamp, mirror, wrap };
    friend const char* word_of(Edge value) {
        static constexpr const char* words[] = {"clamp", "mirror", "wrap"};
        return words[static_cast<int>(value)];
    }

    // Radius of the square neighbourhood.
    // integer in [1, 250]; in px; default: 4
    Integer radius = {};
    // Edge threshold: the image is smoothed where the variance of the guide, as a fraction of white squared,
    // is less than this.
    // number in [1e-06, 100]; can be changed while running; default: 0.01
    Number epsilon = {};
    // What lies outside the image. clamp: the nearest pixel. mirror: the image, mirrored at the middle of its
    // outermost pixels. wrap: the image again. constant: one colour.
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
