// stack: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Makes one image of several of one scene, pixel by pixel: less noise, and without what is in few of them.
struct stack {
    enum class Method { mean, median, sigma };
    friend const char* word_of(Method value) {
        static constexpr const char* words[] = {"mean", "median", "sigma"};
        return words[static_cast<int>(value)];
    }

    // mean: as numpy's. median: as numpy's, of an even number the mean of the two in the middle. sigma: the
    // mean of what is left by kappa-sigma clipping. What is not finite is left out; where nothing else is
    // there, the result is NaN.
    // one of mean, median, sigma; default: mean
    Choice<Method> method = {};
    // Values are left out that are farther from the mean than so many standard deviations (ddof 0). Among n
    // images none is farther than sqrt(n - 1) of them: 3 wants more than 10 images.
    // number in [1, 100]; live; only with method sigma; default: 3
    Number kappa = {};
    // How often that is done, with what was left before.
    // whole number in [1, 20]; only with method sigma; default: 1
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
