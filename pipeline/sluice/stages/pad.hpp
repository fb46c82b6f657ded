// pad: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Adds pixels around an image.
struct pad {
    enum class Gravity { northwest, north, northeast, west, centre, east, southwest, south, southeast };
    friend const char* word_of(Gravity value) {
        static constexpr const char* words[] = {"northwest", "north", "northeast", "west", "centre", "east",
            "southwest", "south", "southeast"};
        return words[static_cast<int>(value)];
    }
    enum class Edge { clamp, mirror, wrap, constant };
    friend const char* word_of(Edge value) {
        static constexpr const char* words[] = {"clamp", "mirror", "wrap", "constant"};
        return words[static_cast<int>(value)];
    }

    // Width and height of the result, or one number for both: size=640. Without the name (`pad 10`), one
    // number is the border on each side.
    // 1 to 2 integers in [1, 1048576], or none; in px; default: none
    Numbers size = {};
    // Position of the image in `size`.
    // one of northwest, north, northeast, west, centre, east, southwest, south, southeast; default: centre
    Choice<Gravity> gravity = {};
    // Columns to add on the left, instead of `size`.
    // integer in [0, 1048576]; in px; default: 0
    Integer left = {};
    // Rows to add on top.
    // integer in [0, 1048576]; in px; default: 0
    Integer top = {};
    // Columns to add on the right.
    // integer in [0, 1048576]; in px; default: 0
    Integer right = {};
    // Rows to add at the bottom.
    // integer in [0, 1048576]; in px; default: 0
    Integer bottom = {};
    // Content of the added pixels. clamp: the nearest pixel. mirror: the image, mirrored at the middle of its
    // outermost pixels. wrap: the image again. constant: one colour.
    // one of clamp, mirror, wrap, constant; default: constant
    Choice<Edge> edge = {};
    // Colour outside the image. A CSS colour is the same at every bit depth. Pixel values are one number for
    // all colours (opaque), one for each colour (opaque), or one for each channel including alpha. none is
    // black, or transparent if the image has alpha.
    // a colour such as white, #ff8800, rgb(50% 0% 0%); or 1 to 4 pixel values (0 to 255 for 8 bits), or none;
    // default: none
    Numbers color = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("pad", set_among({
            {"size", &size},
            {"gravity", &gravity},
            {"left", &left},
            {"top", &top},
            {"right", &right},
            {"bottom", &bottom},
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
