// reduce: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Finds statistics of an image, on the device, in one pass.
struct reduce {
    enum class Group { channel, joint, luma };
    friend const char* word_of(Group value) {
        static constexpr const char* words[] = {"channel", "joint", "luma"};
        return words[static_cast<int>(value)];
    }
    enum class Alpha { exclude, include, visible, report };
    friend const char* word_of(Alpha value) {
        static constexpr const char* words[] = {"exclude", "include", "visible", "report"};
        return words[static_cast<int>(value)];
    }

    // What a caller sees, stages get what they read; mean, variance and std come as the sums they follow
    // from. min_at and max_at: where the first minimum and maximum are, y * width + x.
    // any of count, min, max, sum, sum_sq, mean, variance, std, nonzero, nan, inf, min_at, max_at, histogram;
    // default: count,min,max,mean,std
    Texts quantities = {};
    // For each channel, for all together, or of the luma.
    // one of channel, joint, luma; default: channel
    Choice<Group> group = {};
    // visible: alpha is no channel, and pixels with alpha 0 are not counted; exclude: they are counted;
    // include: alpha is a channel; report: a channel of its own beside the colours.
    // one of exclude, include, visible, report; default: visible
    Choice<Alpha> alpha = {};
    // x, y, width, height: nothing outside is counted.
    // 4 whole numbers, at least 0, or all; unit px; default: all
    Numbers region = {};
    // How many across and how many down: each tile of the image, or of the region, has a row of its own, from
    // left to right, then down, layer by layer. Tile i of n begins at pixel i * width / n, rounded down.
    // 2 whole numbers in [1, 4096], or none; default: none
    Numbers tiles = {};
    // Of the histogram; 256 of u8 are its levels.
    // whole number in [1, 65536]; default: 256
    Integer bins = {};
    // What the bins cover, lowest and highest value.
    // 2 numbers, or percentages of white, or type; unit code values; default: type
    Numbers range = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("reduce", set_among({
            {"quantities", &quantities},
            {"group", &group},
            {"alpha", &alpha},
            {"region", &region},
            {"tiles", &tiles},
            {"bins", &bins},
            {"range", &range},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
