// thumbnail: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Shrinks an image to fit a size. JPEG files are decoded at a smaller size, which is faster; `load
// shrink=never` turns this off.
struct thumbnail {
    enum class Filter { auto_, nearest, linear, cubic, lanczos3, box, area };
    friend const char* word_of(Filter value) {
        static constexpr const char* words[] = {"auto", "nearest", "linear", "cubic", "lanczos3", "box",
            "area"};
        return words[static_cast<int>(value)];
    }

    // Largest width and height, or one number for both.
    // 1 to 2 integers in [1, 1048576]; in px; default: 256,256
    Numbers size = {};
    // Interpolation method, as in resize.
    // one of auto, nearest, linear, cubic, lanczos3, box, area; default: auto
    Choice<Filter> filter = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("thumbnail", set_among({
            {"size", &size},
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
