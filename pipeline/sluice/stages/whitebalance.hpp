// whitebalance: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Makes a given grey neutral: each colour is multiplied, on the values given, so that those of the grey
// become their mean.
struct whitebalance {
    // The colour, or R, G and B in code values, of a pixel that ought to be grey; three equal numbers change
    // nothing.
    // a colour such as white, #ff8800, rgb(50% 0% 0%); or 3 code values; live
    Numbers grey = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("whitebalance", set_among({
            {"grey", &grey},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
