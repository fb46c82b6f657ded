// box: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Replaces each pixel by the mean of a rectangle around it (box blur).
struct box {
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

    // Radius of the rectangle: one number, or one for x and one for y. 1 is 3 x 3 pixels.
    // 1 to 2 integers in [0, 250]; in px; default: 1
    Numbers radius = {};
    // What lies outside the image. clamp: the nearest pixel. mirror: the image, mirrored at the middle of its
    // outermost pixels. wrap: the image again. constant: one colour.
    // one of clamp, mirror, wrap, constant; default: clamp
    Choice<Edge> edge = {};
    // Colour outside the image. A CSS colour is the same at every bit depth. Pixel values are one number for
    // all colours (opaque), one for each colour (opaque), or one for each channel including alpha. none is
    // black, or transparent if the image has alpha.
    // a colour such as white, #ff8800, rgb(50% 0% 0%); or 1 to 4 pixel values (0 to 255 for 8 bits), or none;
    // default: none
    Numbers color = {};
    // How transparent pixels are mixed. weigh: premultiplies colours by alpha, so that invisible colours
    // leave no fringe. straight: treats alpha like any other channel.
    // one of weigh, straight; default: weigh
    Choice<Alpha> alpha = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("box", set_among({
            {"radius", &radius},
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
