// gaussian: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Blurs an image by a Gaussian.
struct gaussian {
    enum class Edge { clamp, mirror, wrap, constant };
    friend const char* word_of(Edge value) {
        static constexpr const char* words[] = {"clamp", "mirror", "wrap", "constant"};
        return words[static_cast<int>(value)];
    }
    enum class Alpha { weigh, straight };
    friend const char* word_of(Alpha value) {
        static constexpr const char* words[] = {"weigh", "straight"};
        return words[static_cast<int>(value)];
    }

    // The deviation, for x and y or for each; 0 leaves an axis as it is.
    // 1 to 2 numbers in [0, 250]; unit px; live while its reach stays; default: 1
    Numbers sigma = {};
    // How far it reaches, in deviations.
    // number in [0, 16]; default: 4
    Number truncate = {};
    // What is outside of the image: its nearest pixel, the image mirrored at the middle of its outermost
    // pixels, the image again, or one colour.
    // one of clamp, mirror, wrap, constant; default: clamp
    Choice<Edge> edge = {};
    // A colour, which is the same at every depth. Code values are one for all colours of the image, or one
    // for each, which are opaque; or one for each channel, alpha too. none is black, and transparent where
    // there is alpha.
    // a colour such as white, #ff8800, rgb(50% 0% 0%); or 1 to 4 code values, or none; default: none
    Numbers color = {};
    // weigh: colours count as much as they are opaque, so that what nobody sees leaves no fringe; straight:
    // alpha is a channel like the others.
    // one of weigh, straight; default: weigh
    Choice<Alpha> alpha = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("gaussian", set_among({
            {"sigma", &sigma},
            {"truncate", &truncate},
            {"edge", &edge},
            {"color", &color},
            {"alpha", &alpha},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
