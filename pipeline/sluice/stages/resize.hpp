// resize: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Gives an image another size.
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

    // Of the result; auto follows the aspect.
    // whole number in [1, 1048576], or auto; unit px; default: auto
    IntegerOrWord width = {};
    // Of the result; auto follows the aspect.
    // whole number in [1, 1048576], or auto; unit px; default: auto
    IntegerOrWord height = {};
    // By how much width and height grow, in the place of these.
    // number in [1e-06, 1e+06], or a percentage, or none; default: none
    NumberOrWord scale = {};
    // How pixels are weighed. auto is lanczos3 where the image shrinks and cubic where it grows. linear,
    // cubic (a = -0.5), lanczos3 and box as Pillow has them; area by how much of a pixel is covered, as
    // OpenCV's INTER_AREA; nearest takes one pixel.
    // one of auto, nearest, linear, cubic, lanczos3, box, area; default: auto
    Choice<Filter> filter = {};
    // exact: this width and height; inside: the largest with the image's aspect that fits in them; outside:
    // the smallest that covers them; cover: that, cut to them from its middle; pad: what fits inside, in the
    // middle of black, or of nothing where there is alpha.
    // one of exact, inside, outside, cover, pad; default: exact
    Choice<Fit> fit = {};
    // Whether to leave images alone that would not shrink, or not grow.
    // one of always, shrink, enlarge; default: always
    Choice<When> when = {};
    // Whether every source pixel counts where an image shrinks; else those next to each result do.
    // true or false; default: true
    Flag antialias = {};
    // weigh: colours count as much as they are opaque, so that what nobody sees leaves no fringe; straight:
    // alpha is a channel like the others.
    // one of weigh, straight; default: weigh
    Choice<Alpha> alpha = {};
    // linear mixes light, as lenses do; keep mixes the values as they are.
    // one of keep, linear; default: keep
    Choice<Space> space = {};
    // Whether load may read a JPEG smaller already: by 2, 4 or 8, to twice the size of the result or more.
    // That is faster, and differs a little. Not in light, without antialias, or of nearest.
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
