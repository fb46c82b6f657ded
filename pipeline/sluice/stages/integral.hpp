// integral: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Replaces each pixel by the sum of the rectangle from the first pixel to it: the summed-area table, as
// integral_image of scikit-image.
struct integral {
    enum class Pixel { f64, f32, i32 };
    friend const char* word_of(Pixel value) {
        static constexpr const char* words[] = {"f64", "f32", "i32"};
        return words[static_cast<int>(value)];
    }

    // Pixel type of the sums, which are computed in double precision. f64: sums of integers are exact up to
    // 2^53. f32: the same, rounded once; above 2^24 some integers cannot be represented. i32: for integer
    // images whose sums always fit.
    // one of f64, f32, i32; default: f64
    Choice<Pixel> pixel = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("integral", set_among({
            {"pixel", &pixel},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
