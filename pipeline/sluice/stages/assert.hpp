// assert: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Fails before anything is saved if a number of a table is out of bounds.
struct assert {
    // Field of the table to check, for each channel of each layer and tile. all checks every field.
    // text, or all; default: all
    Text field = {};
    // Upper bound: all numbers must be less than this.
    // number, or none; default: none
    NumberOrWord below = {};
    // Lower bound: all numbers must be greater than this.
    // number, or none; default: none
    NumberOrWord above = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("assert", set_among({
            {"field", &field},
            {"below", &below},
            {"above", &above},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
