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
        .uses({{"",
                "The darkest value of each channel becomes black, the brightest white. Nothing is "
                "clipped. Colours may shift."},
               {"percentile low=0.5 high=99.5 group=joint",
                "Clips the darkest and the brightest 0.5 % of the values. Red, green and blue share one "
                "range, so "
                "hues do not shift. For most photographs; `sluice batch` does this by default."},
               {"clahe clip_limit=3", "Evens out the contrast region by region. For uneven light."},
               {"standardize preset=imagenet", "Prepares an image for a neural network."}})
        .also({{"auto-level", "minmax group=joint", "ImageMagick"},
               {"-normalize", "percentile low=2 high=99 group=joint", "ImageMagick"},
               {"contrast-stretch", "percentile low=2 high=99 group=joint", "ImageMagick"},
               {"linear-stretch", "percentile low=2 high=99 group=joint", "ImageMagick"},
               {"autocontrast", "minmax", "Pillow"},
               {"rescale_intensity", "minmax group=joint", "scikit-image"},
               {"stretch", "minmax"},

               {"equalize", "equalize", "ImageMagick, Pillow"},
               {"equalise", "equalize"},
               {"equalizeHist", "equalize", "OpenCV"},
               {"histeq", "equalize", "MATLAB"},
               {"hist_equal", "equalize", "libvips"},
               {"clahe", "clahe", "ImageMagick"},
               {"createCLAHE", "clahe", "OpenCV"},
               {"hist_local", "clahe", "libvips"},
               {"equalize_adapthist", "clahe", "scikit-image"},
               {"standardize", "standardize"},
               {"zscore", "standardize", "SciPy"},
               {"grayworld", "grayworld", "ffmpeg"},
               {"greyworld", "grayworld"},
               {"autowhitebalance", "grayworld"},
               {"match_histograms", "match", "scikit-image"}})
        .image_in(
            "src",
            "The image. If it has layers, such as the frames of an animation, each layer is measured and "
            "normalized by itself.")
        .image_in("mask", "Only pixels whose mask is not 0 are measured. All pixels are changed.", true)
        .image_in("reference",
                  "For mode=match: the image whose histogram is wanted. It may have another size, and is "
                  "converted to the pixel type and colours of `src`.",
                  true)
        .image_out("dst", "The result.")
        .param("mode", &Normalize::mode,
               "What to do with the values. `group` says which channels are measured together. minmax: "
               "stretches the contrast. The darkest value becomes black, the brightest white, and "
               "nothing is clipped. percentile: stretches the contrast further. By default, the darkest "
               "and the brightest 1 % are clipped (see `low` and `high`). standardize: shifts and scales "
               "the values to mean 0 and standard deviation 1, as floating-point numbers. equalize: "
               "flattens the histogram of an 8- or 16-bit image, which gives strong contrast. clahe: "
               "evens out the contrast of an 8- or 16-bit image region by region. The histogram of each "
               "tile is flattened, up to a contrast limit. match: gives an 8- or 16-bit image the "
               "histogram of a reference, as match_histograms of scikit-image does. Results are rounded "
               "to integers. grayworld: corrects the white balance by giving all colours the same mean.",
               choices{"minmax", "percentile", "standardize", "equalize", "clahe", "match", "grayworld"})
        .param("out", &Normalize::out,
               "Output range: the values that black and white become. If the first is higher, the image "
               "is inverted. full is the whole range of the pixel type (0 to 1 for floats).",
               count(2, 2), keyword("full"), stretching,
               live_while("integer images do not need different arithmetic"))
        .param("in", &Normalize::in,
               "Input range (black, white) to use instead of the measured one: one pair for all "
               "channels, or one for each group of channels (see `group`).",
               count(2, 8), keyword("auto"), minmax,
               live_while("the number of values stays the same and integer images do not need "
                          "different arithmetic"))
        .param("clamp", &Normalize::clamp, "Clip values outside the input range to the ends of `out`.",
               minmax)
        .param("low", &Normalize::low,
               "Lower percentile: the value that becomes black. At most this percentage of the values is "
               "darker, and is clipped.",
               range(0, 100), unit("%"), percentile,
               live_while("low=0 and high=100 are not set together, before or after the change"))
        .param("high", &Normalize::high,
               "Upper percentile: the value that becomes white. At 99, at most 1 % of the values is "
               "brighter, and is clipped.",
               range(0, 100), unit("%"), percentile,
               live_while("low=0 and high=100 are not set together, before or after the change"))
        .param("mean", &Normalize::mean,
               "Mean to use instead of the measured one: one number, or one for each group of channels.",
               count(1, 4), keyword("auto"), standardize, live_while("the number of values stays the same"))
        .param("std", &Normalize::std,
               "Standard deviation to use instead of the measured one: one number, or one for each group "
               "of channels.",
               count(1, 4), at_least(0), keyword("auto"), standardize,
               live_while("the number of values stays the same"))
        .param("preset", &Normalize::preset,
               "Mean and standard deviation that neural networks were trained with. imagenet needs the "
               "channels R, G, B.",
               choices{"none", "imagenet", "inception"}, standardize)
        .param("ddof", &Normalize::ddof,
               "Delta degrees of freedom, as in NumPy. The variance is the sum of the squared "
               "differences from the mean, divided by n - `ddof` (n: number of values).",
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
               "Number of histogram bins. It must be 256 for 8 bits and 65536 for 16 bits; auto chooses "
               "the right one.",
               range(256, 65536), keyword("auto"), equalize)
        .param("clip_limit", &Normalize::clip_limit,
               "Contrast limit: how high a histogram bin of a tile may be, as a multiple of the average "
               "bin. About 3 is mild and suits photographs. 40, the default of OpenCV, hardly limits "
               "anything. 0 means no limit.",
               at_least(0), clahe, live)
        .param("tiles", &Normalize::tiles,
               "Number of tiles across and down. If the tiles do not divide the image evenly, it is "
               "measured as if mirrored at its right and bottom edges, as in OpenCV.",
               clahe)
        .param("group", &Normalize::group,
               "Which channels are measured together and changed alike. clahe rejects joint, and "
               "grayworld accepts only channel. channel: each channel by itself. Colours may shift. "
               "joint: all channels together. Hues do not shift. luma: the brightness of the colours is "
               "measured. R, G and B change by the same amount. auto: luma for equalize and clahe, "
               "channel for the other modes.",
               keyword("auto"))
        .param("file", &Normalize::file,
               "Histogram to match, instead of the input `reference`. A JSON file that 'sluice stats' "
               "wrote, with 256 bins (65536 for 16 bits).",
               path, keyword("none"), match)
        .param("stretch", &Normalize::stretch,
               "Tone curve between black and white. linear: a straight line. asinh, log: lift the "
               "shadows, as the stages asinh and log do.",
               choices{"linear", "asinh", "log"}, stretching)
        .param("lift", &Normalize::lift,
               "Strength of the tone curve. auto is 10 for asinh and 1000 for log. Near 0 the curve is "
               "almost a straight line.",
               range(0.001, 1e6), keyword("auto"), lifting, live)
        .param("constant", &Normalize::constant,
               "What to do if all measured values of a group of channels are equal. keep: leaves them as "
               "they are, clipped to the output range. low: sets them to the first number of `out`. mid: "
               "sets them to the middle of `out`. zero: sets them to 0.",
               choices{"keep", "low", "mid", "zero"}, stretching, live)
        .param("alpha", &Normalize::alpha,
               "How transparency is treated. visible: alpha stays as it is, and invisible pixels (alpha 0) "
               "are not measured. exclude: only the alpha channel itself is left out; it stays as it "
               "is, and invisible pixels are measured, too. include: alpha is normalized like any "
               "other channel.",
               choices{"visible", "exclude", "include"})
        .param("strength", &Normalize::strength,
               "Amount of the stretch: 1 stretches fully to `out`, 0 leaves the image as it is.", range(0, 1),
               stretching, live_while("it does not change to or from 1 (floats may)"))
        .param("independence", &Normalize::independence,
               "For group=channel: how far each channel has its own range. 1 stretches each channel by "
               "its own range. 0 stretches all by their joint range, as group=joint does. Numbers "
               "between blend the two ranges.",
               range(0, 1), stretching, live_while("it does not change to or from 1"))
        .param("space", &Normalize::space,
               "Encoding to stretch in. linear: linear light. encoded: sRGB-encoded values. keep: the "
               "encoding of the image.",
               choices{"encoded", "linear"}, keyword("keep"), stretching)
        .param("pixel", &Normalize::pixel,
               "Pixel type of the result: u8 is unsigned with 8 bits, f32 floating-point with 32 bits, "
               "and so on. keep: the type of the image, except that standardize turns integers into f32.",
               keyword("keep"), typed)
        .param("region", &Normalize::region,
               "Rectangle to measure: x, y, width, height. Pixels outside it are changed, but not "
               "measured.",
               keyword("all"), measured)
        .param("smoothing", &Normalize::smoothing,
               "For video: averages the measurements over about this many frames, so that the contrast "
               "does not flicker. 1 means no averaging. At 8, the newest frame weighs 1/8; until there "
               "are 8 frames, all weigh the same. A frame without measured pixels uses the average of "
               "the frames before it. Averaged integer images are computed in floating point and rounded "
               "once.",
               range(1, 10000), unit("frames"), typed, live_while("it does not change to or from 1"))
        .param("cut", &Normalize::cut,
               "Scene-cut detection, for smoothing above 1. The average starts again if an end of a "
               "range jumps. A jump is a change by more than this fraction of the range (the new or the "
               "averaged range, whichever is wider). For standardize, the range is the mean plus and "
               "minus one standard deviation.",
               range(0, 1), keyword("never"), typed, live)
        .check(wrong_options)
        .refuse(refuse_image)
        .expand(expand);
}

}  // namespace sluice::stages
