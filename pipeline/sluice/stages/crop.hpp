// crop: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Cuts a rectangle out of an image.
struct crop {
    enum class Gravity { northwest, north, northeast, west, centre, east, southwest, south, southeast };
    friend const char* word_of(Gravity value) {
        static constexpr const char* words[] = {"northwest", "north", "northeast", "west", "centre", "east",
            "southwest", "south", "southeast"};
        return words[static_cast<int>(value)];
    }

    // Width and height of the rectangle, or one number for both.
    // 1 to 2 integers in [1, 1048576], or none; in px; default: none
    Numbers size = {};
    // Aspect ratio, width to height: the largest such rectangle, rounded to whole pixels.
    // text, such as 3:2 or 1.5, or none; default: none
    Text aspect = {};
    // Position of the rectangle in the image, if x and y are not given.
    // one of northwest, north, northeast, west, centre, east, southwest, south, southeast; can be changed
    // while running; default: centre
    Choice<Gravity> gravity = {};
    // First column of the rectangle.
    // integer in [0, 1048576], or none; in px; can be changed while running as long as the size of the
    // rectangle stays the same; default: none
    IntegerOrWord x = {};
    // First row of the rectangle.
    // integer in [0, 1048576], or none; in px; can be changed while running as long as the size of the
    // rectangle stays the same; default: none
    IntegerOrWord y = {};
    // Width of the rectangle, instead of `size`. auto is the whole width.
    // integer in [1, 1048576], or auto; in px; default: auto
    IntegerOrWord width = {};
    // Height of the rectangle, instead of `size`. auto is the whole height.
    // integer in [1, 1048576], or auto; in px; default: auto
    IntegerOrWord height = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("crop", set_among({
            {"size", &size},
            {"aspect", &aspect},
            {"gravity", &gravity},
            {"x", &x},
            {"y", &y},
            {"width", &width},
            {"height", &height},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
