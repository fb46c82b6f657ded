// letterbox: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Fits an image into a size, and fills what is left.
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

    // Of the result.
    // whole number in [1, 1048576]; unit px; default: 640
    Integer width = {};
    // Of the result.
    // whole number in [1, 1048576]; unit px; default: 640
    Integer height = {};
    // A colour, which is the same at every depth. Code values are one for all colours of the image, or one
    // for each, which are opaque; or one for each channel, alpha too. none is black, and transparent where
    // there is alpha.
    // a colour such as white, #ff8800, rgb(50% 0% 0%); or 1 to 4 code values, or none; default: none
    Numbers color = {};
    // Where the image lies in it.
    // one of northwest, north, northeast, west, centre, east, southwest, south, southeast; live; default:
    // centre
    Choice<Gravity> gravity = {};
    // As those of resize.
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
