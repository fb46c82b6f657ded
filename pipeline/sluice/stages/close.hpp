// close: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Dilates, then erodes: removes dark specks that are smaller than the shape.
struct close {
    enum class Shape { rectangle, ellipse, cross };
    friend const char* word_of(Shape value) {
        static constexpr const char* words[] = {"rectangle", "ellipse", "cross"};
        return words[static_cast<int>(value)];
    }
    enum class Edge { clamp, mirror, wrap, constant };
    friend const char* word_of(Edge value) {
        static constexpr const char* words[] = {"clamp", "mirror", "wrap", "constant"};
        return words[static_cast<int>(value)];
    }

    // Radius of the neighbourhood: one number, or one for x and one for y. 1 is 3 x 3 pixels, 0 leaves the
    // image as it is.
    // 1 to 2 integers in [0, 100]; in px; default: 1
    Numbers radius = {};
    // Shape of the neighbourhood, as in cv::getStructuringElement.
    // one of rectangle, ellipse, cross; default: rectangle
    Choice<Shape> shape = {};
    // Your own shape, instead of radius and shape: rows of 0 and 1, separated by / or ;. Its centre is the
    // pixel.
    // text, such as 010/111/010 or 1101 or 01;11, or none; default: none
    Text mask = {};
    // What lies outside the image. clamp: the nearest pixel. mirror: the image, mirrored at the middle of its
    // outermost pixels. wrap: the image again. constant: one colour. clamp gives the same result as OpenCV's
    // default border.
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
        graph.add("close", set_among({
            {"radius", &radius},
            {"shape", &shape},
            {"mask", &mask},
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
