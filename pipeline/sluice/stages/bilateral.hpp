// bilateral: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Smooths an image and keeps its edges, as cv::bilateralFilter: averages the pixels of a disc, weighted by
// distance and by similarity of colour.
struct bilateral {
    enum class Edge { clamp, mirror, wrap, constant };
    friend const char* word_of(Edge value) {
        static constexpr const char* words[] = {"clamp", "mirror", "wrap", "constant"};
        return words[static_cast<int>(value)];
    }

    // Radius of the disc. OpenCV's d is 2 * radius + 1.
    // integer in [0, 30]; in px; default: 3
    Integer radius = {};
    // Standard deviation of the weights by distance.
    // number in [0.1, 1000]; in px; can be changed while running as long as the weights are not part of the
    // kernel (on GPUs they are); default: 2
    Number sigma_space = {};
    // Standard deviation of the weights by similarity, measured as the sum of the differences of all colours.
    // 0.1 is OpenCV's 25.5 for 8 bits.
    // number in [0.001, 100], or a percentage; as a fraction of white; can be changed while running; default:
    // 0.1
    NumberOrWord sigma_color = {};
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
