// dither: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Reduces an image to fewer levels or bits without visible steps (banding). Each value becomes the level
// below or above it, the nearer one more often. A value that is a level stays.
struct dither {
    enum class Method { ordered, bluenoise };
    friend const char* word_of(Method value) {
        static constexpr const char* words[] = {"ordered", "bluenoise"};
        return words[static_cast<int>(value)];
    }
    enum class Pixel { u8, u16 };
    friend const char* word_of(Pixel value) {
        static constexpr const char* words[] = {"u8", "u16"};
        return words[static_cast<int>(value)];
    }

    // ordered: Bayer's matrix of 8 x 8. bluenoise: a tile of 64 x 64 made by void and cluster, which shows no
    // pattern.
    // one of ordered, bluenoise; default: ordered
    Choice<Method> method = {};
    // Pixel type of the result.
    // one of u8, u16; default: u8
    Choice<Pixel> pixel = {};
    // Number of levels of each channel. none uses all levels of the pixel type.
    // integer in [2, 256], or none; can be changed while running; default: none
    IntegerOrWord levels = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("dither", set_among({
            {"method", &method},
            {"pixel", &pixel},
            {"levels", &levels},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
