// warp: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Transforms an image by a matrix: shifts, rotates, scales, shears or tilts it.
struct warp {
    enum class Filter { nearest, linear, cubic };
    friend const char* word_of(Filter value) {
        static constexpr const char* words[] = {"nearest", "linear", "cubic"};
        return words[static_cast<int>(value)];
    }
    enum class Edge { clamp, mirror, wrap, constant };
    friend const char* word_of(Edge value) {
        static constexpr const char* words[] = {"clamp", "mirror", "wrap", "constant"};
        return words[static_cast<int>(value)];
    }
    enum class Alpha { weigh, straight };
    friend const char* word_of(Alpha value) {
        static constexpr const char* words[] = {"weigh", "straight"};
        return words[static_cast<int>(value)];
    }

    // Matrix of 6 numbers, or 9 with perspective, row by row, as in cv::warpAffine and cv::warpPerspective.
    // It maps x, y of the image to x, y of the result; the middle of the first pixel is 0, 0.
    // 6 to 9 numbers; can be changed while running
    Numbers matrix = {};
    // Use the matrix in the other direction: from the result to the image.
    // true or false; can be changed while running; default: false
    Flag inverse = {};
    // Width of the result. auto is that of the image.
    // integer in [1, 1048576], or auto; in px; default: auto
    IntegerOrWord width = {};
    // Height of the result. auto is that of the image.
    // integer in [1, 1048576], or auto; in px; default: auto
    IntegerOrWord height = {};
    // Interpolation method. linear mixes neighbouring pixels by their distance. cubic fits a smooth curve (a
    // = -0.75, as OpenCV's INTER_CUBIC). nearest copies one pixel.
    // one of nearest, linear, cubic; default: linear
    Choice<Filter> filter = {};
    // What lies outside the image. clamp: the nearest pixel. mirror: the image, mirrored at the middle of its
    // outermost pixels. wrap: the image again. constant: one colour.
    // one of clamp, mirror, wrap, constant; default: clamp
    Choice<Edge> edge = {};
    // Colour outside the image. A CSS colour is the same at every bit depth. Pixel values are one number for
    // all colours (opaque), one for each colour (opaque), or one for each channel including alpha. none is
    // black, or transparent if the image has alpha.
    // a colour such as white, #ff8800, rgb(50% 0% 0%); or 1 to 4 pixel values (0 to 255 for 8 bits), or none;
    // only with edge constant; default: none
    Numbers color = {};
    // How transparent pixels are mixed. weigh: premultiplies colours by alpha, so that invisible colours
    // leave no fringe. straight: treats alpha like any other channel.
    // one of weigh, straight; default: weigh
    Choice<Alpha> alpha = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("warp", set_among({
            {"matrix", &matrix},
            {"inverse", &inverse},
            {"width", &width},
            {"height", &height},
            {"filter", &filter},
            {"edge", &edge},
            {"color", &color},
            {"alpha", &alpha},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
