// rotate: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Rotates an image by any angle.
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

    // Angle, counter-clockwise. Multiples of 90 move whole pixels without interpolation if the new positions
    // fall on pixels.
    // number in [-3600, 3600]; in degrees; can be changed while running as long as the result keeps its size
    // and the angle is not a multiple of 90; default: 90
    Number degrees = {};
    // Enlarge the result to hold the whole rotated image. Otherwise it keeps the size of the image, and the
    // corners are cut off.
    // true or false; default: true
    Flag expand = {};
    // Interpolation method. linear mixes neighbouring pixels by their distance. cubic fits a smooth curve (a
    // = -0.75, as OpenCV's INTER_CUBIC). nearest copies one pixel.
    // one of nearest, linear, cubic; default: linear
    Choice<Filter> filter = {};
    // Colour outside the image. A CSS colour is the same at every bit depth. Pixel values are one number for
    // all colours (opaque), one for each colour (opaque), or one for each channel including alpha. none is
    // black, or transparent if the image has alpha.
    // a colour such as white, #ff8800, rgb(50% 0% 0%); or 1 to 4 pixel values (0 to 255 for 8 bits), or none;
    // default: none
    Numbers color = {};
    // How transparent pixels are mixed. weigh: premultiplies colours by alpha, so that invisible colours
    // leave no fringe. straight: treats alpha like any other channel.
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
