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
    return composition<Normalize>("normalize",
                                  "Stretches, standardizes or equalizes an image using its own statistics.")
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
        .image_in("src", "The image. Each of its layers is measured and normalized separately.")
        .image_in("mask", "Only pixels whose mask is not 0 are measured. All pixels are changed.", true)
        .image_in("reference",
                  "For match: the image whose histogram is wanted. It may have another size, and is "
                  "converted to the pixel type and colours of `src`.",
                  true)
        .image_out("dst", "The result.")
        .param("mode", &Normalize::mode,
               "How the image is normalized. minmax: stretches the values from their minimum and maximum to "
               "the output range `out`. percentile: stretches from the percentiles `low` and `high`, and "
               "clips the values outside. standardize: shifts and scales the values to mean 0 and standard "
               "deviation 1, as floating-point numbers. equalize: flattens the histogram. clahe: flattens "
               "the histogram of each tile, within a contrast limit. match: gives the image the histogram of "
               "a reference, as match_histograms of scikit-image does, and rounds to integers. grayworld: "
               "corrects the white balance by giving all colours the same mean. equalize, clahe and match "
               "take 8- and 16-bit images. Each mode measures every channel by itself, or a group of "
               "channels together (see `group`).",
               choices{"minmax", "percentile", "standardize", "equalize", "clahe", "match", "grayworld"})
        .param("out", &Normalize::out,
               "Output range: low, high. If high comes first, the image is inverted. full is the whole range "
               "of the pixel type (0 to 1 for floats).",
               count(2, 2), keyword("full"), stretching,
               live_while("integer images do not need different arithmetic"))
        .param(
            "in", &Normalize::in,
            "Input range, low and high, to use instead of the measured one: one pair for all groups, or one "
            "for each.",
            count(2, 8), keyword("auto"), minmax,
            live_while("the number of values stays the same and integer images do not need "
                       "different arithmetic"))
        .param("clamp", &Normalize::clamp, "Clip values outside the input range to the ends of `out`.",
               minmax)
        .param("low", &Normalize::low,
               "Lower percentile: at most this percentage of the values lies below the black point. Darker "
               "values are clipped.",
               range(0, 100), unit("%"), percentile,
               live_while("the pair low=0 and high=100 is neither set nor left"))
        .param("high", &Normalize::high,
               "Upper percentile: at most 100 - `high` percent of the values lies above the white point. "
               "Brighter values are clipped.",
               range(0, 100), unit("%"), percentile,
               live_while("the pair low=0 and high=100 is neither set nor left"))
        .param("mean", &Normalize::mean,
               "Mean to use instead of the measured one: one number, or one for each group.", count(1, 4),
               keyword("auto"), standardize, live_while("the number of values stays the same"))
        .param("std", &Normalize::std,
               "Standard deviation to use instead of the measured one: one number, or one for each group.",
               count(1, 4), at_least(0), keyword("auto"), standardize,
               live_while("the number of values stays the same"))
        .param("preset", &Normalize::preset,
               "Mean and standard deviation that neural networks were trained with. imagenet needs the "
               "channels R, G, B.",
               choices{"none", "imagenet", "inception"}, standardize)
        .param("ddof", &Normalize::ddof,
               "Delta degrees of freedom: the variance is the sum of squared differences divided by (number "
               "of values - ddof).",
               at_least(0), standardize, live)
        .param("epsilon", &Normalize::epsilon,
               "Added to the variance before its square root is taken. A small number avoids a division by "
               "zero.",
               at_least(0), standardize, live)
        .param("scale", &Normalize::scale, "Standard deviation of the result.", standardize, live)
        .param("shift", &Normalize::shift, "Mean of the result.", standardize, live)
        .param("saturation_threshold", &Normalize::saturation_threshold,
               "Saturation limit: only pixels up to this saturation are measured. saturation = (max - min) / "
               "max of a pixel's colours.",
               range(0, 1), grayworld, live)
        .param("bins", &Normalize::bins,
               "Number of histogram bins: 256 for 8 bits, 65536 for 16 bits. auto chooses the right one.",
               range(256, 65536), keyword("auto"), equalize)
        .param("clip_limit", &Normalize::clip_limit,
               "Contrast limit: no histogram bin of a tile may count more than this many times the average "
               "bin. 0 means no limit.",
               at_least(0), clahe, live)
        .param("tiles", &Normalize::tiles,
               "Number of tiles across and down. If a side cannot be divided evenly, the image is mirrored "
               "at its right and bottom edges, as in OpenCV.",
               clahe)
        .param("group", &Normalize::group,
               "Channels that are measured together. channel: each channel by itself. joint: all channels "
               "together. luma: the brightness of the colours; R, G and B change by the same amount. auto "
               "means luma for equalize and clahe, channel otherwise. grayworld accepts only channel, and "
               "clahe does not accept joint.",
               keyword("auto"))
        .param("file", &Normalize::file,
               "Histogram to match, instead of a reference: JSON written by 'sluice stats', with 256 bins "
               "(65536 for 16 bits).",
               path, keyword("none"), match)
        .param("stretch", &Normalize::stretch,
               "Tone curve between the ends of `out`. linear: a straight line. asinh, log: lift the shadows, "
               "as the stages asinh and log do.",
               choices{"linear", "asinh", "log"}, stretching)
        .param("lift", &Normalize::lift,
               "Strength of the tone curve. auto is 10 for asinh and 1000 for log. Near 0 the curve is "
               "almost a straight line.",
               range(0.001, 1e6), keyword("auto"), lifting, live)
        .param(
            "constant", &Normalize::constant,
            "Result if all measured values of a group are equal. keep: they stay as they are, clipped to the "
            "output range. low: the first number of `out`. mid: the middle of `out`. zero: 0.",
            choices{"keep", "low", "mid", "zero"}, stretching, live)
        .param("alpha", &Normalize::alpha,
               "How transparency is treated. visible: alpha stays as it is, and invisible pixels (alpha 0) "
               "are not measured. exclude: only the alpha channel itself is left out; it stays as it "
               "is, and invisible pixels are measured, too. include: alpha is normalized like any "
               "other channel.",
               choices{"visible", "exclude", "include"})
        .param("strength", &Normalize::strength,
               "Amount of the stretch: 1 stretches fully to `out`, 0 leaves the image as it is.", range(0, 1),
               stretching, live_while("it does not change to or from 1 (floats have no such limit)"))
        .param("independence", &Normalize::independence,
               "Separate or joint ranges: 1 stretches each channel by its own range, 0 stretches all by "
               "their joint range. Values in between blend the two.",
               range(0, 1), stretching, live_while("it does not change to or from 1"))
        .param(
            "space", &Normalize::space,
            "Encoding to stretch in: linear light, sRGB-encoded values, or the image's own encoding (keep).",
            choices{"encoded", "linear"}, keyword("keep"), stretching)
        .param(
            "pixel", &Normalize::pixel,
            "Pixel type of the result. keep is that of the image, but standardize turns integers into f32.",
            keyword("keep"), typed)
        .param("region", &Normalize::region,
               "Rectangle to measure: x, y, width, height. All pixels are changed.", keyword("all"), measured)
        .param("smoothing", &Normalize::smoothing,
               "For video: a running average of the measurements over about this many frames (n). 1 means no "
               "averaging. The newest frame weighs 1/n; until there are n frames, all weigh the same. A "
               "frame without measured pixels uses the average of the frames before. Above 1, integers are "
               "stretched in floating point and rounded once.",
               range(1, 10000), unit("frames"), typed, live_while("it does not change to or from 1"))
        .param(
            "cut", &Normalize::cut,
            "Scene-cut detection, for smoothing above 1. The average restarts if an end of any group's range "
            "moves by more than this fraction of the range (the new range or the average, whichever is "
            "wider). For standardize, the range is the mean plus and minus one standard deviation.",
            range(0, 1), keyword("never"), typed, live)
        .check(wrong_options)
        .refuse(refuse_image)
        .expand(expand);
}

}  // namespace sluice::stages
