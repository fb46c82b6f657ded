// channels: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Reorders, extracts or merges channels, as OpenCV's mixChannels.
struct channels {
    enum class Extract { none, r, g, b, a };
    friend const char* word_of(Extract value) {
        static constexpr const char* words[] = {"none", "r", "g", "b", "a"};
        return words[static_cast<int>(value)];
    }

    // Channels of the result: one to four of r, g, b, y (grey), a (alpha), 0 and 1 (white). Of two letters,
    // the second is alpha if it is a or 1; otherwise both are data. keep changes nothing.
    // text, such as bgr or rrr or rgb1 or ya or 0rg; default: keep
    Text order = {};
    // One channel to extract, as a grey image.
    // one of none, r, g, b, a; default: none
    Choice<Extract> extract = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("channels", set_among({
            {"order", &order},
            {"extract", &extract},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
