// undistort: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Takes away what a lens bends, as cv::undistort.
struct undistort {
    enum class Filter { nearest, linear, cubic };
    friend const char* word_of(Filter value) {
        static constexpr const char* words[] = {"nearest", "linear", "cubic"};
        return words[static_cast<int>(value)];
    }
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

    // The focal length across, of the camera matrix.
    // number in [1, 1e+06]; unit px; live
    Number fx = {};
    // The focal length down; auto is fx.
    // number in [1, 1e+06], or auto; unit px; live; default: auto
    NumberOrWord fy = {};
    // The column of the optical centre; auto is the image's middle.
    // number in [-1e+06, 1e+06], or auto; unit px; live; default: auto
    NumberOrWord cx = {};
    // The row of the optical centre; auto is the image's middle.
    // number in [-1e+06, 1e+06], or auto; unit px; live; default: auto
    NumberOrWord cy = {};
    // What bends, in OpenCV's order: 4 numbers (k1, k2, p1, p2), 5 (with k3) or 8 (with k4, k5, k6).
    // 4 to 8 numbers in [-100, 100]; live
    Numbers k = {};
    // How pixels are weighed: linear; cubic (a = -0.75, as OpenCV's INTER_CUBIC); nearest takes one.
    // one of nearest, linear, cubic; default: linear
    Choice<Filter> filter = {};
    // What is outside of the image: its nearest pixel, the image mirrored at the middle of its outermost
    // pixels, the image again, or one colour.
    // one of clamp, mirror, wrap, constant; default: clamp
    Choice<Edge> edge = {};
    // A colour, which is the same at every depth. Code values are one for all colours of the image, or one
    // for each, which are opaque; or one for each channel, alpha too. none is black, and transparent where
    // there is alpha.
    // a colour such as white, #ff8800, rgb(50% 0% 0%); or 1 to 4 code values, or none; only with edge
    // constant; default: none
    Numbers color = {};
    // weigh: colours count as much as they are opaque, so that what nobody sees leaves no fringe; straight:
    // alpha is a channel like the others.
    // one of weigh, straight; default: weigh
    Choice<Alpha> alpha = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("undistort", set_among({
            {"fx", &fx},
            {"fy", &fy},
            {"cx", &cx},
            {"cy", &cy},
            {"k", &k},
            {"filter", &filter},
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
