// blend: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Blends an image over another one. It keeps its own size and can be placed anywhere.
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

    // Blend mode, as in W3C Compositing and Blending Level 1; alpha follows its source over. dodge, burn,
    // hardlight and softlight are its color-dodge, color-burn, hard-light and soft-light.
    // one of normal, multiply, screen, overlay, darken, lighten, dodge, burn, hardlight, softlight,
    // difference, exclusion; default: normal
    Choice<Mode> mode = {};
    // Opacity of the image above.
    // number in [0, 1], or a percentage; can be changed while running; default: 1
    NumberOrWord opacity = {};
    // Offset to the right of the place that `gravity` gives. It may be negative.
    // integer in [-1048576, 1048576]; in px; can be changed while running; default: 0
    Integer x = {};
    // Offset downwards from the place that `gravity` gives. It may be negative.
    // integer in [-1048576, 1048576]; in px; can be changed while running; default: 0
    Integer y = {};
    // Position in the image below.
    // one of northwest, north, northeast, west, centre, east, southwest, south, southeast; can be changed
    // while running; default: northwest
    Choice<Gravity> gravity = {};
    // Repeat the image above over the whole image below.
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
