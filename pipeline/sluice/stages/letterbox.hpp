// letterbox: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Fits an image into a size, keeps its aspect ratio and fills the borders.
struct letterbox {
    enum class Gravity { northwest, north, northeast, west, centre, east, southwest, south, southeast };
    friend const char* word_of(Gravity value) {
        static constexpr const char* words[] = {"northwest", "north", "northeast", "west", "centre", "east",
            "southwest", "south", "southeast"};
        return words[static_cast<int>(value)];
    }
    enum class Filter { auto_, nearest, linear, cubic, lanczos3, box, area };
    friend const char* word_of(Filter value) {
        static constexpr const char* words[] = {"auto", "nearest", "linear", "cubic", "lanczos3", "box",
            "area"};
        return words[static_cast<int>(value)];
    }

    // Width of the result.
    // integer in [1, 1048576]; in px; default: 640
    Integer width = {};
    // Height of the result.
    // integer in [1, 1048576]; in px; default: 640
    Integer height = {};
    // Colour outside the image. A CSS colour is the same at every bit depth. Pixel values are one number for
    // all colours (opaque), one for each colour (opaque), or one for each channel including alpha. none is
    // black, or transparent if the image has alpha.
    // a colour such as white, #ff8800, rgb(50% 0% 0%); or 1 to 4 pixel values (0 to 255 for 8 bits), or none;
    // default: none
    Numbers color = {};
    // Position of the image in the result.
    // one of northwest, north, northeast, west, centre, east, southwest, south, southeast; can be changed
    // while running; default: centre
    Choice<Gravity> gravity = {};
    // Interpolation method, as in resize.
    // one of auto, nearest, linear, cubic, lanczos3, box, area; default: auto
    Choice<Filter> filter = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("letterbox", set_among({
            {"width", &width},
            {"height", &height},
            {"color", &color},
            {"gravity", &gravity},
            {"filter", &filter},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
