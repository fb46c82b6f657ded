// assert: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Fails, before anything is saved, where a number of a table is not within bounds.
struct assert {
    // Which numbers of the table, for each channel of each layer and tile; all are every one that it has.
    // text, or all; default: all
    Text field = {};
    // They are less than this.
    // number, or none; default: none
    NumberOrWord below = {};
    // They are greater than this.
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
