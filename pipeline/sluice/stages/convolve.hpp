// convolve: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Weighs the neighbours of each pixel by a kernel of one's own and adds them up, as cv::filter2D:
// correlation, the kernel is not turned around.
struct convolve {
    enum class Edge { clamp, mirror, wrap, constant };
    friend const char* word_of(Edge value) {
        static constexpr const char* words[] = {"clamp", "mirror", "wrap", "constant"};
        return words[static_cast<int>(value)];
    }

    // Rows of weights, separated by / or ;. Of an even number the one behind the middle is the pixel's. The
    // default sharpens; 1 leaves the image as it is.
    // text, such as 1,2,1/2,4,2/1,2,1 or 1,0.5;-0.25,2 or 0,1,0/2,-1,0.5/0,0,1; default:
    // 0,-1,0/-1,5,-1/0,-1,0
    Text kernel = {};
    // What the sum is divided by, as Pillow and libvips do; sum is the sum of the weights.
    // number in [-1e+09, 1e+09], or sum; live while it is not 1 without an offset; default: 1
    NumberOrWord scale = {};
    // Added then.
    // number in [-1e+09, 1e+09], or percentages of white; unit code values; live while it is not 0 beside a
    // scale of 1; default: 0
    NumberOrWord offset = {};
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
