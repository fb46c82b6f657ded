// The parameters of normalize; a file of stages/normalize/ says what each mode becomes.
#include "stages/normalize/modes.hpp"

namespace sluice::stages {
namespace {

void expand(const Normalize& p, Expansion& e) {
    if (p.is("standardize")) return expand_standardize(p, e);
    if (p.is("equalize")) return expand_equalize(p, e);
    if (p.is("clahe")) return expand_clahe(p, e);
    if (p.is("match")) return expand_match(p, e);
    if (p.is("grayworld")) return expand_grayworld(p, e);
    expand_stretch(p, e);
}

}  // namespace

StageDef normalize() {
    // The modes that an option is for; one without belongs to all of them.
    const only_for minmax("mode", {"minmax"}), percentile("mode", {"percentile"}),
        stretching("mode", {"minmax", "percentile"}), standardize("mode", {"standardize"}),
        equalize("mode", {"equalize"}), clahe("mode", {"clahe"}), grayworld("mode", {"grayworld"}),
        match("mode", {"match"}), lifting("stretch", {"asinh", "log"}),
        typed("mode", {"minmax", "percentile", "standardize"}),
        measured("mode", {"minmax", "percentile", "standardize", "equalize", "match", "grayworld"});
    return composition<Normalize>("normalize", "Normalizes an image by what it holds.")
        .also({{"autolevel", "percentile"},
               {"auto-level", "percentile"},
               {"autocontrast", "percentile"},
               {"contrast-stretch", "percentile low=2% high=99%"},
               {"linear-stretch", "percentile low=2% high=99%"},
               {"rescale_intensity", "percentile"},
               {"stretch", "minmax"},

               {"equalize", "equalize"},
               {"equalise", "equalize"},
               {"equalizeHist", "equalize"},
               {"histeq", "equalize"},
               {"hist_equal", "equalize"},
               {"clahe", "clahe"},
               {"createCLAHE", "clahe"},
               {"hist_local", "clahe"},
               {"equalize_adapthist", "clahe"},
               {"standardize", "standardize"},
               {"zscore", "standardize"},
               {"grayworld", "grayworld"},
               {"greyworld", "grayworld"},
               {"autowhitebalance", "grayworld"},
               {"match_histograms", "match"}})
        .image_in("src", "The image; each of its layers is measured and normalized by itself.")
        .image_in("mask", "Only pixels whose mask is not 0 are measured; all are changed.", true)
        .image_in(
            "reference",
            "match: the image whose histogram is wanted, of any size; in white and colours of the first.",
            true)
        .image_out("dst", "The result.")
        .param(
            "mode", &Normalize::mode,
            "minmax: the minimum and the maximum of each group go to the ends of `out`. percentile: the "
            "percentiles `low` and `high` do, what lies outside is clamped. standardize: mean 0 and "
            "deviation 1, as real numbers. equalize: the histogram of 8 or 16 bit becomes even. "
            "clahe: likewise in each tile, but not without limit. match: it becomes that of a reference, as "
            "match_histograms of scikit-image, but rounded. grayworld: white balance, the means of "
            "the colours become the same.",
            choices{"minmax", "percentile", "standardize", "equalize", "clahe", "match", "grayworld"})
        .param("out", &Normalize::out, "Where the ends go, in the result; high, low inverts.", count(2, 2),
               keyword("full"), stretching, live_while("integers go there by the same arithmetic"))
        .param("in", &Normalize::in,
               "A range in the place of the measured one, of the source; or a low and a high for each group.",
               count(2, 8), keyword("auto"), minmax,
               live_while("there are as many, and integers go there by the same arithmetic"))
        .param("clamp", &Normalize::clamp, "Whether values outside of the range go to its ends.", minmax)
        .param("low", &Normalize::low, "So many of the values lie below the lower end.", range(0, 100),
               unit("%"), percentile, live_while("0 and 100 do not come together"))
        .param("high", &Normalize::high, "So many of the values lie up to the upper end.", range(0, 100),
               unit("%"), percentile, live_while("0 and 100 do not come together"))
        .param("mean", &Normalize::mean, "One mean for all groups or one for each, of the source.",
               count(1, 4), keyword("auto"), standardize, live_while("there are as many"))
        .param("std", &Normalize::std, "Deviations, likewise.", count(1, 4), at_least(0), keyword("auto"),
               standardize, live_while("there are as many"))
        .param("preset", &Normalize::preset,
               "Mean and std that networks were trained with; imagenet is for R G B.",
               choices{"none", "imagenet", "inception"}, standardize)
        .param("ddof", &Normalize::ddof,
               "The variance is the sum of squares divided by the number of values less this.", at_least(0),
               standardize, live)
        .param("epsilon", &Normalize::epsilon, "Added to the variance.", at_least(0), standardize, live)
        .param("scale", &Normalize::scale, "The deviation of the result.", standardize, live)
        .param("shift", &Normalize::shift, "The mean of the result.", standardize, live)
        .param("saturation_threshold", &Normalize::saturation_threshold,
               "Pixels with (max - min) / max of their colours up to this are measured.", range(0, 1),
               grayworld, live)
        .param("bins", &Normalize::bins, "The levels of the pixel type, 256 or 65536.", range(256, 65536),
               keyword("auto"), equalize)
        .param("clip_limit", &Normalize::clip_limit,
               "How often a level counts in a tile, at most, as a multiple of what it would if all "
               "levels were as frequent; 0 is no limit.",
               at_least(0), clahe, live)
        .param("tiles", &Normalize::tiles,
               "How many across and how many down. Where a size is not divisible, the image is "
               "reflected beyond its right and its lower edge, as OpenCV does.",
               clahe)
        .param("group", &Normalize::group,
               "Each channel for itself, all together, or colours by their luma; auto is channel, for "
               "equalize and clahe luma. grayworld takes channel only.",
               keyword("auto"))
        .param("file", &Normalize::file,
               "In the place of a reference: what 'sluice stats' wrote as JSON, with histograms of 256 bins "
               "(65536 "
               "of 16 bit).",
               path, keyword("none"), match)
        .param("stretch", &Normalize::stretch,
               "How values between both ends go from one end of `out` to the other: along a line, or lifting "
               "what is dark as the stages asinh and log do.",
               choices{"linear", "asinh", "log"}, stretching)
        .param("lift", &Normalize::lift,
               "The strength of asinh (auto is 10) and of log (auto is 1000): towards 0 they are lines.",
               range(0.001, 1e6), keyword("auto"), lifting, live)
        .param("constant", &Normalize::constant, "What becomes of a group with one value only.",
               choices{"keep", "low", "mid", "zero"}, stretching, live)
        .param(
            "alpha", &Normalize::alpha,
            "visible: alpha is left alone, and pixels with alpha 0 are not measured, for nobody sees their "
            "colours; exclude: they are measured; include: alpha is a channel.",
            choices{"visible", "exclude", "include"})
        .param("strength", &Normalize::strength,
               "1 goes the whole way to `out`, 0 leaves the image as it is.", range(0, 1), stretching,
               live_while("integers are not stretched exactly, as 1 does"))
        .param("independence", &Normalize::independence, "1 is each channel for itself, 0 all together.",
               range(0, 1), stretching, live_while("it is not 1, where no joint range is looked for"))
        .param("space", &Normalize::space, "Where to stretch: linear light, or sRGB encoded values.",
               choices{"encoded", "linear"}, keyword("keep"), stretching)
        .param("pixel", &Normalize::pixel,
               "The pixel type of the result; standardize makes f32 of integers, equalize, clahe and "
               "grayworld keep the type.",
               keyword("keep"), typed)
        .param("region", &Normalize::region, "x, y, width, height: nothing outside is measured.",
               keyword("all"), measured)
        .param(
            "smoothing", &Normalize::smoothing,
            "Frames of a stream: what was measured is averaged over so many of them, the newest counting as "
            "1 of n, and the frame goes by that. The first one goes by its own; until there are n, all "
            "count alike. A frame of which nothing was counted goes by those before it. Integers are "
            "stretched as "
            "real numbers and rounded once.",
            range(1, 10000), unit("frames"), typed, live_while("it is more than 1, which smooths nothing"))
        .param(
            "cut", &Normalize::cut,
            "With smoothing: a frame that moves an end of the range of any group by more than this part of "
            "the wider range, its own or the smoothed one, is the first of a new stream. standardize takes "
            "the range from one deviation below the mean to one above.",
            range(0, 1), keyword("never"), typed, live)
        .check(wrong_options)
        .refuse(refuse_image)
        .expand(expand);
}

}  // namespace sluice::stages
