// laplacian: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Finds edges and spots: the sum of the four neighbours of a pixel minus four times the pixel, as
// cv::Laplacian.
struct laplacian {
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

    // Pixel type of the result, which is rounded and clipped. auto: i16 for u8, otherwise f32, or f64 where
    // f32 is not precise enough.
    // one of u8, i8, u16, i16, i32, f16, f32, f64, or auto; default: auto
    Choice<Pixel> pixel = {};
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
        graph.add("laplacian", set_among({
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
