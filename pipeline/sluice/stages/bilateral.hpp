// bilateral: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Smooths what looks alike and keeps edges: the mean of a disc, weighed by distance and by likeness, as
// cv::bilateralFilter.
struct bilateral {
    enum class Edge { clamp, mirror, wrap, constant };
    friend const char* word_of(Edge value) {
        static constexpr const char* words[] = {"clamp", "mirror", "wrap", "constant"};
        return words[static_cast<int>(value)];
    }

    // Of the disc; OpenCV's d is 2 * radius + 1.
    // whole number in [0, 30]; unit px; default: 3
    Integer radius = {};
    // The deviation of weights by distance.
    // number in [0.1, 1000]; unit px; live while weights are no part of the kernel, as they are on GPUs;
    // default: 2
    Number sigma_space = {};
    // The deviation of weights by likeness, of the differences of all colours together: 0.1 is OpenCV's 25.5
    // of 8 bit.
    // number in [0.001, 100], or a percentage; unit of white; live; default: 0.1
    NumberOrWord sigma_color = {};
    // What is outside of the image: its nearest pixel, the image mirrored at the middle of its outermost
    // pixels, the image again, or one colour. OpenCV's own border is mirror.
    // one of clamp, mirror, wrap, constant; default: clamp
    Choice<Edge> edge = {};
    // A colour, which is the same at every depth. Code values are one for all colours of the image, or one
    // for each, which are opaque; or one for each channel, alpha too. none is black, and transparent where
    // there is alpha.
    // a colour such as white, #ff8800, rgb(50% 0% 0%); or 1 to 4 code values, or none; only with edge
    // constant; default: none
    Numbers color = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("bilateral", set_among({
            {"radius", &radius},
            {"sigma_space", &sigma_space},
            {"sigma_color", &sigma_color},
            {"edge", &edge},
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
