// resize: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Changes the size of an image.
struct resize {
    enum class Filter { auto_, nearest, linear, cubic, lanczos3, box, area };
    friend const char* word_of(Filter value) {
        static constexpr const char* words[] = {"auto", "nearest", "linear", "cubic", "lanczos3", "box",
            "area"};
        return words[static_cast<int>(value)];
    }
    enum class Fit { exact, inside, outside, cover, pad };
    friend const char* word_of(Fit value) {
        static constexpr const char* words[] = {"exact", "inside", "outside", "cover", "pad"};
        return words[static_cast<int>(value)];
    }
    enum class When { always, shrink, enlarge };
    friend const char* word_of(When value) {
        static constexpr const char* words[] = {"always", "shrink", "enlarge"};
        return words[static_cast<int>(value)];
    }
    enum class Alpha { weigh, straight };
    friend const char* word_of(Alpha value) {
        static constexpr const char* words[] = {"weigh", "straight"};
        return words[static_cast<int>(value)];
    }
    enum class Space { keep, linear };
    friend const char* word_of(Space value) {
        static constexpr const char* words[] = {"keep", "linear"};
        return words[static_cast<int>(value)];
    }

    // Width of the result; auto keeps the aspect ratio.
    // integer in [1, 1048576], or auto; in px; default: auto
    IntegerOrWord width = {};
    // Height of the result; auto keeps the aspect ratio.
    // integer in [1, 1048576], or auto; in px; default: auto
    IntegerOrWord height = {};
    // Factor for both sides, given instead of width and height: 0.5 or 50% halves both.
    // number in [1e-06, 1e+06], or a percentage, or none; default: none
    NumberOrWord scale = {};
    // Interpolation method. auto uses lanczos3 for a side that shrinks and cubic for one that does not.
    // nearest copies one pixel. linear mixes neighbouring pixels by their distance. cubic fits a smooth curve
    // (a = -0.5). lanczos3 keeps fine detail. box averages the pixels that the new pixel covers, each with
    // the same weight. linear, cubic, lanczos3 and box match Pillow. area weighs pixels by how much of each
    // is covered, as OpenCV's INTER_AREA does.
    // one of auto, nearest, linear, cubic, lanczos3, box, area; default: auto
    Choice<Filter> filter = {};
    // How the image fits into width and height. exact: stretches to both. inside: keeps the aspect ratio; the
    // result fits in a box of that size. outside: keeps the aspect ratio; the result fills the box and may
    // stick out of it. cover: as outside, and crops what sticks out, equally on both sides. pad: as inside,
    // and adds black borders (transparent ones if the image has alpha).
    // one of exact, inside, outside, cover, pad; default: exact
    Choice<Fit> fit = {};
    // When to resize. always: in any case. shrink: only if neither side would grow. enlarge: only if neither
    // side would shrink. Otherwise the image stays as it is.
    // one of always, shrink, enlarge; default: always
    Choice<When> when = {};
    // Use every source pixel when an image shrinks. false uses only the source pixels nearest to each new
    // pixel, which can cause jagged edges and moire.
    // true or false; default: true
    Flag antialias = {};
    // How transparent pixels are mixed. weigh: premultiplies colours by alpha, so that invisible colours
    // leave no fringe. straight: treats alpha like any other channel.
    // one of weigh, straight; default: weigh
    Choice<Alpha> alpha = {};
    // linear mixes pixels in linear light, as a lens does. keep mixes the pixel values as they are.
    // one of keep, linear; default: keep
    Choice<Space> space = {};
    // Shrink on load: let `load` decode a JPEG at 1/2, 1/4 or 1/8 of its size, as long as both sides are
    // still at least twice those of the result. This is faster and differs slightly. It has no effect with
    // space=linear, antialias=false or filter=nearest.
    // true or false; default: false
    Flag draft = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("resize", set_among({
            {"width", &width},
            {"height", &height},
            {"scale", &scale},
            {"filter", &filter},
            {"fit", &fit},
            {"when", &when},
            {"antialias", &antialias},
            {"alpha", &alpha},
            {"space", &space},
            {"draft", &draft},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
