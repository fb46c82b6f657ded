// sobel: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Finds edges: how fast an image changes, by the weights 1 2 1 of cv::Sobel.
struct sobel {
    enum class Direction { x, y, magnitude, angle };
    friend const char* word_of(Direction value) {
        static constexpr const char* words[] = {"x", "y", "magnitude", "angle"};
        return words[static_cast<int>(value)];
    }
    enum class Pixel { u8, i8, u16, i16, i32, f16, f32, f64, auto_ };
    friend const char* word_of(Pixel value) {
        static constexpr const char* words[] = {"u8", "i8", "u16", "i16", "i32", "f16", "f32", "f64", "auto"};
        return words[static_cast<int>(value)];
    }
    enum class Edge { clamp, mirror, wrap, constant };
    friend const char* word_of(Edge value) {
        static constexpr const char* words[] = {"clamp", "mirror", "wrap", "constant"};
        return words[static_cast<int>(value)];
    }

    // To the right (x), downwards (y), whichever way it is steepest (magnitude), or which way that is (angle:
    // degrees from 0 to 360, from x towards y, as cv::phase).
    // one of x, y, magnitude, angle; default: magnitude
    Choice<Direction> direction = {};
    // The pixel type of the result, which is rounded and saturates. auto: i16 of u8, else f32, and f64 of
    // what floats cannot hold.
    // one of u8, i8, u16, i16, i32, f16, f32, f64, or auto; default: auto
    Choice<Pixel> pixel = {};
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
        graph.add("sobel", set_among({
            {"direction", &direction},
            {"pixel", &pixel},
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
