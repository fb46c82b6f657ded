// lut: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Applies a lookup table (LUT): a .cube file of one or three dimensions, or values.
struct lut {
    enum class Interpolation { tetrahedral, linear, nearest };
    friend const char* word_of(Interpolation value) {
        static constexpr const char* words[] = {"tetrahedral", "linear", "nearest"};
        return words[static_cast<int>(value)];
    }

    // Path of a .cube file: a curve, a cube, or a curve (shaper) and a cube. Values outside its domain are
    // clipped to its ends. LUT_IN_VIDEO_RANGE and LUT_OUT_VIDEO_RANGE are followed.
    // path of a file, or none; default: none
    Text file = {};
    // Table instead of a file: the results for evenly spaced values from 0 to white; 1 is white. 0,1 changes
    // nothing in this range.
    // 2 to 256 numbers, or a percentage, or none; as a fraction of white; can be changed while running as
    // long as the number of values stays the same; default: none
    Numbers values = {};
    // Interpolation between entries of the table: tetrahedral, as in colour grading, linear (trilinear for a
    // cube) or nearest. Curves take linear and nearest.
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
