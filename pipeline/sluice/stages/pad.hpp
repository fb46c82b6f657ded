// pad: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Puts pixels around an image.
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

    // Width and height of the result, or one number for both: size=640. Behind the stage's name, one number
    // is what goes to each side.
    // 1 to 2 whole numbers in [1, 1048576], or none; unit px; default: none
    Numbers size = {};
    // size: where the image lies in it.
    // one of northwest, north, northeast, west, centre, east, southwest, south, southeast; default: centre
    Choice<Gravity> gravity = {};
    // Columns before the first, in the place of a size.
    // whole number in [0, 1048576]; unit px; default: 0
    Integer left = {};
    // Rows above the first.
    // whole number in [0, 1048576]; unit px; default: 0
    Integer top = {};
    // Columns behind the last.
    // whole number in [0, 1048576]; unit px; default: 0
    Integer right = {};
    // Rows below the last.
    // whole number in [0, 1048576]; unit px; default: 0
    Integer bottom = {};
    // What these are: the nearest pixel, the image mirrored at the middle of its outermost pixels, the image
    // again, or one colour.
    // one of clamp, mirror, wrap, constant; default: constant
    Choice<Edge> edge = {};
    // A colour, which is the same at every depth. Code values are one for all colours of the image, or one
    // for each, which are opaque; or one for each channel, alpha too. none is black, and transparent where
    // there is alpha.
    // a colour such as white, #ff8800, rgb(50% 0% 0%); or 1 to 4 code values, or none; default: none
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
