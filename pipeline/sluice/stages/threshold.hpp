// threshold: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Makes each channel white above a level and black otherwise, as OpenCV's threshold and adaptiveThreshold
// with THRESH_BINARY.
struct threshold {
    enum class Method { fixed, otsu, triangle, mean, gaussian };
    friend const char* word_of(Method value) {
        static constexpr const char* words[] = {"fixed", "otsu", "triangle", "mean", "gaussian"};
        return words[static_cast<int>(value)];
    }

    // Level, for method=fixed.
    // number in [0, 1], or a percentage; as a fraction of white; can be changed while running; only with
    // method fixed; default: 0.5
    NumberOrWord value = {};
    // How the level is found. fixed: it is `value`. otsu, triangle: one level for each channel, from its
    // histogram. mean, gaussian: one level for each pixel, the plain or Gaussian mean of a square around it;
    // the Gaussian has a standard deviation of 0.3 * radius + 0.5.
    // one of fixed, otsu, triangle, mean, gaussian; default: fixed
    Choice<Method> method = {};
    // Radius of the square. OpenCV's blockSize is 2 * radius + 1.
    // integer in [1, 250]; in px; only with method mean, gaussian; default: 5
    Integer radius = {};
    // Distance of the level below the mean: OpenCV's C.
    // number in [-1, 1], or a percentage; as a fraction of white; can be changed while running; only with
    // method mean, gaussian; default: 0
    NumberOrWord offset = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("threshold", set_among({
            {"value", &value},
            {"method", &method},
            {"radius", &radius},
            {"offset", &offset},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
