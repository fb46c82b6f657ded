// levels: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Takes black and white points to the ends of a range, with a gamma between: ImageMagick's -level and +level.
// What lies beyond them is clamped.
struct levels {
    // What becomes `low`; 0 is black.
    // number in [0, 1], or a percentage; unit of white; live; default: 0
    NumberOrWord black = {};
    // What becomes `high`; below `black` it inverts.
    // number in [0, 1], or a percentage; unit of white; live; default: 1
    NumberOrWord white = {};
    // 1 bends nothing; above 1 brightens.
    // number in [0.01, 100]; live; default: 1
    Number gamma = {};
    // The darkest result.
    // number in [0, 1], or a percentage; unit of white; live; default: 0
    NumberOrWord low = {};
    // The brightest result.
    // number in [0, 1], or a percentage; unit of white; live; default: 1
    NumberOrWord high = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("levels", set_among({
            {"black", &black},
            {"white", &white},
            {"gamma", &gamma},
            {"low", &low},
            {"high", &high},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
