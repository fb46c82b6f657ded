// nlmeans: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Removes noise by non-local means, as cv::fastNlMeansDenoising: averages pixels whose surroundings look
// alike.
struct nlmeans {
    enum class Edge { clamp, mirror, wrap, constant };
    friend const char* word_of(Edge value) {
        static constexpr const char* words[] = {"clamp", "mirror", "wrap", "constant"};
        return words[static_cast<int>(value)];
    }

    // Strength: how different surroundings may be. Higher values remove more noise, and more detail. 0.04 is
    // OpenCV's h = 10 for 8 bits.
    // number in [0.001, 10], or a percentage; as a fraction of white; can be changed while running; default:
    // 0.04
    NumberOrWord strength = {};
    // Side of the square that is compared, in pixels.
    // integer in [1, 21]; default: 7
    Integer patch = {};
    // Side of the square that is searched, in pixels. The time grows with its square.
    // integer in [1, 51]; default: 21
    Integer search = {};
    // What lies outside the image. clamp: the nearest pixel. mirror: the image, mirrored at the middle of its
    // outermost pixels. wrap: the image again. constant: one colour. OpenCV's default border is mirror.
    // one of clamp, mirror, wrap, constant; default: clamp
    Choice<Edge> edge = {};
    // Colour outside the image. A CSS colour is the same at every bit depth. Pixel values are one number for
    // all colours (opaque), one for each colour (opaque), or one for each channel including alpha. none is
    // black, or transparent if the image has alpha.
    // a colour such as white, #ff8800, rgb(50% 0% 0%); or 1 to 4 pixel values (0 to 255 for 8 bits), or none;
    // only with edge constant; default: none
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
