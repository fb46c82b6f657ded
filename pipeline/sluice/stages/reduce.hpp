// reduce: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Measures statistics of an image, on the device, in one pass.
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

    // Statistics that the caller sees. mean, variance and std are given as the sums that they follow from.
    // min_at and max_at: position of the first minimum and maximum, y * width + x. Other stages get what they
    // need in any case.
    // any of count, min, max, sum, sum_sq, mean, variance, std, nonzero, nan, inf, min_at, max_at, histogram;
    // default: count,min,max,mean,std
    Texts quantities = {};
    // Channels that are measured together: each by itself (channel), all together (joint), or the luma of the
    // colours.
    // one of channel, joint, luma; default: channel
    Choice<Group> group = {};
    // How transparency is treated. visible: alpha is not measured, and pixels with alpha 0 are not counted.
    // exclude: alpha is not measured, and these pixels are counted. include: alpha is a channel. report:
    // alpha is a channel of its own beside the colours.
    // one of exclude, include, visible, report; default: visible
    Choice<Alpha> alpha = {};
    // Rectangle to measure: x, y, width, height.
    // 4 integers, at least 0, or all; in px; default: all
    Numbers region = {};
    // Number of tiles across and down. Each tile of the image or of the region has its own row, from left to
    // right, then down, layer by layer. Tile i of n begins at pixel i * width / n, rounded down.
    // 2 integers in [1, 4096], or none; default: none
    Numbers tiles = {};
    // Number of histogram bins. 256 bins are the levels of u8.
    // integer in [1, 65536]; default: 256
    Integer bins = {};
    // Range of the histogram: lowest and highest value.
    // 2 numbers, or percentages of white, or type; in pixel values (0 to 255 for 8 bits); default: type
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
