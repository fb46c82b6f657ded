// nlmeans: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Takes noise away: the mean of pixels whose surroundings look alike, by non-local means as
// cv::fastNlMeansDenoising has them.
struct nlmeans {
    enum class Edge { clamp, mirror, wrap, constant };
    friend const char* word_of(Edge value) {
        static constexpr const char* words[] = {"clamp", "mirror", "wrap", "constant"};
        return words[static_cast<int>(value)];
    }

    // How different surroundings may be: 0.04 is OpenCV's h = 10 of 8 bit. More takes more noise away, and
    // details.
    // number in [0.001, 10], or a percentage; unit of white; live; default: 0.04
    NumberOrWord strength = {};
    // Pixels along a side of what is compared.
    // whole number in [1, 21]; default: 7
    Integer patch = {};
    // Pixels along a side of what is searched; the time it takes grows with its square.
    // whole number in [1, 51]; default: 21
    Integer search = {};
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
        graph.add("nlmeans", set_among({
            {"strength", &strength},
            {"patch", &patch},
            {"search", &search},
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
