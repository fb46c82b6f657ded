// matrix: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Applies a colour matrix: each colour becomes a weighted sum of all of them, on the pixel values as they are
// (feColorMatrix of SVG). A grey image becomes a colour image if its colours would differ.
struct matrix {
    enum class Preset { none, sepia, grayscale, luminancetoalpha };
    friend const char* word_of(Preset value) {
        static constexpr const char* words[] = {"none", "sepia", "grayscale", "luminancetoalpha"};
        return words[static_cast<int>(value)];
    }

    // Matrix, row by row: 9 numbers for R, G, B; 12 with an offset after each row, where 1 is white; or 20
    // for R, G, B, A with an offset. 1,0,0,0,1,0,0,0,1 changes nothing.
    // 9 to 20 numbers; can be changed while running as long as colours and alpha still depend on the same
    // channels; default: 1,0,0,0,1,0,0,0,1
    Numbers values = {};
    // Preset instead of values: sepia and grayscale of W3C Filter Effects, or luminancetoalpha of SVG.
    // one of none, sepia, grayscale, luminancetoalpha; default: none
    Choice<Preset> preset = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("matrix", set_among({
            {"values", &values},
            {"preset", &preset},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
