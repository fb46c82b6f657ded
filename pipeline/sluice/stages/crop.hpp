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

    // Its width and height, or one number for both.
    // 1 to 2 whole numbers in [1, 1048576], or none; unit px; default: none
    Numbers size = {};
    // Width over height: the largest such rectangle, to whole pixels.
    // text, such as 3:2 or 1.5, or none; default: none
    Text aspect = {};
    // Where it lies in the image, without x and y.
    // one of northwest, north, northeast, west, centre, east, southwest, south, southeast; live; default:
    // centre
    Choice<Gravity> gravity = {};
    // Its first column.
    // whole number in [0, 1048576], or none; unit px; live while the size stays; default: none
    IntegerOrWord x = {};
    // Its first row.
    // whole number in [0, 1048576], or none; unit px; live while the size stays; default: none
    IntegerOrWord y = {};
    // Its width, in the place of a size; auto is all there is.
    // whole number in [1, 1048576], or auto; unit px; default: auto
    IntegerOrWord width = {};
    // Its height; auto is all there is.
    // whole number in [1, 1048576], or auto; unit px; default: auto
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
