// lut: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Looks colours up in a table, a .cube file of one or three dimensions.
struct lut {
    enum class Interpolation { tetrahedral, linear, nearest };
    friend const char* word_of(Interpolation value) {
        static constexpr const char* words[] = {"tetrahedral", "linear", "nearest"};
        return words[static_cast<int>(value)];
    }

    // A .cube file: a curve, a cube, or a curve (shaper) and a cube. Values beyond its domain take the ends
    // of that. LUT_IN_VIDEO_RANGE and LUT_OUT_VIDEO_RANGE are followed.
    // path of a file, or none; default: none
    Text file = {};
    // In the place of a file: what values from 0 to white become, at even distances; 1 is white. 0,1 changes
    // nothing within.
    // 2 to 256 numbers, or a percentage, or none; unit of white; live while there are as many; default: none
    Numbers values = {};
    // Between colours of the table: tetrahedral as colour grading does, linear (in three dimensions
    // trilinear) or nearest. Curves know linear and nearest.
    // one of tetrahedral, linear, nearest; default: tetrahedral
    Choice<Interpolation> interpolation = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("lut", set_among({
            {"file", &file},
            {"values", &values},
            {"interpolation", &interpolation},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
