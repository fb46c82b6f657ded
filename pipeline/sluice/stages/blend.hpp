// blend: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Lays an image over another, of its own size and wherever it is wanted.
struct blend {
    enum class Mode { normal, multiply, screen, overlay, darken, lighten, dodge, burn, hardlight, softlight,
        difference, exclusion };
    friend const char* word_of(Mode value) {
        static constexpr const char* words[] = {"normal", "multiply", "screen", "overlay", "darken",
            "lighten", "dodge", "burn", "hardlight", "softlight", "difference", "exclusion"};
        return words[static_cast<int>(value)];
    }
    enum class Gravity { northwest, north, northeast, west, centre, east, southwest, south, southeast };
    friend const char* word_of(Gravity value) {
        static constexpr const char* words[] = {"northwest", "north", "northeast", "west", "centre", "east",
            "southwest", "south", "southeast"};
        return words[static_cast<int>(value)];
    }

    // How colours mix, and alpha as in source over: W3C Compositing and Blending Level 1, where dodge, burn,
    // hardlight and softlight are color-dodge, color-burn, hard-light and soft-light.
    // one of normal, multiply, screen, overlay, darken, lighten, dodge, burn, hardlight, softlight,
    // difference, exclusion; default: normal
    Choice<Mode> mode = {};
    // How much of the image above there is.
    // number in [0, 1], or a percentage; live; default: 1
    NumberOrWord opacity = {};
    // How far to the right of its place; may be negative.
    // whole number in [-1048576, 1048576]; unit px; live; default: 0
    Integer x = {};
    // How far below its place; may be negative.
    // whole number in [-1048576, 1048576]; unit px; live; default: 0
    Integer y = {};
    // Its place within the image below.
    // one of northwest, north, northeast, west, centre, east, southwest, south, southeast; live; default:
    // northwest
    Choice<Gravity> gravity = {};
    // Whether the image above is repeated over all of the one below.
    // true or false; default: false
    Flag tile = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("blend", set_among({
            {"mode", &mode},
            {"opacity", &opacity},
            {"x", &x},
            {"y", &y},
            {"gravity", &gravity},
            {"tile", &tile},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
