// convolve: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Convolves an image with your own kernel, as cv::filter2D: correlation, the kernel is not flipped.
struct convolve {
    enum class Edge { clamp, mirror, wrap, constant };
    friend const char* word_of(Edge value) {
        static constexpr const char* words[] = {"clamp", "mirror", "wrap", "constant"};
        return words[static_cast<int>(value)];
    }

    // Rows of weights, separated by / or ;. If a side has an even number of weights, the pixel is at the one
    // after the middle. The default sharpens; 1 leaves the image as it is.
    // text, such as 1,2,1/2,4,2/1,2,1 or 1,0.5;-0.25,2 or 0,1,0/2,-1,0.5/0,0,1; default:
    // 0,-1,0/-1,5,-1/0,-1,0
    Text kernel = {};
    // Divisor of the weighted sum, as in Pillow and libvips. sum is the sum of the weights.
    // number in [-1e+09, 1e+09], or sum; can be changed while running as long as scale=1 and offset=0 are not
    // combined; default: 1
    NumberOrWord scale = {};
    // Number that is added after the division.
    // number in [-1e+09, 1e+09], or percentages of white; in pixel values (0 to 255 for 8 bits); can be
    // changed while running as long as scale=1 and offset=0 are not combined; default: 0
    NumberOrWord offset = {};
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
        graph.add("convolve", set_among({
            {"kernel", &kernel},
            {"scale", &scale},
            {"offset", &offset},
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
