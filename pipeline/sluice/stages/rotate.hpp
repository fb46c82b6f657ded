// rotate: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Turns an image by any angle.
struct rotate {
    enum class Filter { nearest, linear, cubic };
    friend const char* word_of(Filter value) {
        static constexpr const char* words[] = {"nearest", "linear", "cubic"};
        return words[static_cast<int>(value)];
    }
    enum class Alpha { weigh, straight };
    friend const char* word_of(Alpha value) {
        static constexpr const char* words[] = {"weigh", "straight"};
        return words[static_cast<int>(value)];
    }

    // How far, counter-clockwise. Multiples of 90 move whole pixels, wherever these fall on pixels.
    // number in [-3600, 3600]; unit degrees; live while the size stays, and it is no multiple of 90; default:
    // 90
    Number degrees = {};
    // Whether the result is as large as the turned image; else as the image, which is cut.
    // true or false; default: true
    Flag expand = {};
    // How pixels are weighed: linear; cubic (a = -0.75, as OpenCV's INTER_CUBIC); nearest takes one.
    // one of nearest, linear, cubic; default: linear
    Choice<Filter> filter = {};
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
        graph.add("rotate", set_among({
            {"degrees", &degrees},
            {"expand", &expand},
            {"filter", &filter},
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
