// stack: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Combines several images of one scene, pixel by pixel: reduces noise and removes what only a few images
// show.
struct stack {
    enum class Method { mean, median, sigma };
    friend const char* word_of(Method value) {
        static constexpr const char* words[] = {"mean", "median", "sigma"};
        return words[static_cast<int>(value)];
    }

    // How values are combined. mean: as numpy's mean. median: as numpy's median; for an even number, the mean
    // of the two middle values. sigma: the mean of the values that kappa-sigma clipping leaves. Values that
    // are not finite are left out; if there are no others, the result is NaN.
    // one of mean, median, sigma; default: mean
    Choice<Method> method = {};
    // Clipping limit: values farther from the mean than this many standard deviations (ddof 0) are left out.
    // Among n images no value can be farther than sqrt(n - 1), so a limit of 3 needs more than 10 images.
    // number in [1, 100]; can be changed while running; only with method sigma; default: 3
    Number kappa = {};
    // Number of clipping rounds. Each round uses the values that the round before has left.
    // integer in [1, 20]; only with method sigma; default: 1
    Integer iterations = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("stack", set_among({
            {"method", &method},
            {"kappa", &kappa},
            {"iterations", &iterations},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
