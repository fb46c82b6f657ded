// localnorm: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Evens out brightness and contrast across an image: around each pixel, the mean becomes half of white and
// the standard deviation becomes `strength`.
struct localnorm {
    enum class Edge { clamp, mirror, wrap };
    friend const char* word_of(Edge value) {
        static constexpr const char* words[] = {"clamp", "mirror", "wrap"};
        return words[static_cast<int>(value)];
    }

    // Radius of the square around a pixel.
    // integer in [1, 250]; in px; default: 15
    Integer radius = {};
    // Standard deviation of the result. Where the original one is below 0.001 of white, the result is weaker,
    // so that flat areas stay flat.
    // number in [0, 10], or a percentage; as a fraction of white; can be changed while running; default: 0.2
    NumberOrWord strength = {};
    // What lies outside the image. clamp: the nearest pixel. mirror: the image, mirrored at the middle of its
    // outermost pixels. wrap: the image again. constant: one colour.
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
