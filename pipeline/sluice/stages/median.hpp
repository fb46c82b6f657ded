// median: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Replaces each pixel by the median of a square around it: removes specks and keeps edges.
struct median {
    enum class Edge { clamp, mirror, wrap, constant };
    friend const char* word_of(Edge value) {
        static constexpr const char* words[] = {"clamp", "mirror", "wrap", "constant"};
        return words[static_cast<int>(value)];
    }

    // Radius of the square: 1 is 3 x 3 pixels, as cv::medianBlur of 3. 0 leaves the image as it is.
    // integer in [0, 15]; in px; default: 1
    Integer radius = {};
    // What lies outside the image. clamp: the nearest pixel. mirror: the image, mirrored at the middle of its
    // outermost pixels. wrap: the image again. constant: one colour. OpenCV uses clamp too.
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
        graph.add("median", set_among({
            {"radius", &radius},
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
