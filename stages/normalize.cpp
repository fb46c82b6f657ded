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
    const std::string whole_numbers =
        "the new values are integers within the range of the pixel type (only integer images have this "
        "condition)";
    return composition<Normalize>("normalize",
                                  "Stretches, standardizes or equalizes an image using its own statistics.")
        .uses({{"",
                "In each channel, the darkest value becomes black and the brightest becomes white. Nothing "
                "is clipped. Colours may shift."},
               {"percentile low=0.5 high=99.5 group=joint",
                "Stretches the contrast, and clips the darkest and the brightest 0.5 % of the values. Red, "
                "green and blue share one range, so hues do not shift. Suits most photographs; `sluice "
                "batch` does this by default."},
               {"clahe clip_limit=3",
                "Brings out the contrast in each region of the image. Suits uneven light."},
               {"standardize preset=imagenet",
                "Prepares an image for a neural network that was trained on ImageNet."}})
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
                  "For mode=match: the image whose histogram the result gets. It may have another size. It "
                  "is converted to the pixel type and colours of `src`.",
                  true)
        .image_out("dst",
                   "The result. Programs that use the library can also observe `normalize.stats`, a table of "
                   "what was measured: `min` and `max`, or for standardize `count`, `sum` and `sum_sq`. For "
                   "minmax and percentile, the fields `low` and `high` of "
                   "`normalize.range` are the range that was stretched. For standardize, the fields `mean` "
                   "and `std` of `normalize.line` are the values that were used.")
        .param("mode", &Normalize::mode,
               "How to normalize. `group` says which channels are measured together. minmax: stretches the "
               "contrast, so that the darkest value becomes black and the brightest becomes white. Nothing "
               "is clipped. percentile: stretches the contrast further, and clips the darkest and the "
               "brightest values, by default 1 % each, to black and white (see `low` and `high`). "
               "standardize: shifts and scales the values to mean 0 and standard deviation 1, as "
               "floating-point numbers. equalize: flattens the histogram of an 8- or 16-bit image, which "
               "gives strong contrast. clahe: flattens the histogram of each region (tile) of an 8- or "
               "16-bit image, up to a contrast limit. It brings out the contrast everywhere, for example "
               "in uneven light. match: gives an 8- or 16-bit image the histogram of another image, the "
               "reference, as match_histograms of scikit-image does. Results are rounded to integers. "
               "grayworld: corrects the white balance by giving red, green and blue the same mean.",
               choices{"minmax", "percentile", "standardize", "equalize", "clahe", "match", "grayworld"})
        .param("out", &Normalize::out,
               "Output range: the lower end of the input range becomes the first number, the upper end "
               "becomes the second. To invert the image, put the higher number first. full: the whole "
               "range of the pixel type, or 0 to 1 for floats.",
               count(2, 2), keyword("full"), stretching, live_while(whole_numbers))
        .param("in", &Normalize::in,
               "Input range to stretch, instead of the measured one: the value that becomes black, then "
               "the value that becomes white. Give one pair for all channels, or one pair for each group "
               "of channels (see `group`).",
               count(2, 8), keyword("auto"), minmax,
               live_while("the number of values stays the same, and " + whole_numbers))
        .param(
            "clamp", &Normalize::clamp,
            "Pixels can lie outside the input range if `in`, `region`, a mask or `smoothing` is used. true: "
            "clips them to the ends of `out`. false: lets them go beyond these ends, as far as the pixel "
            "type allows.",
            minmax)
        .param("low", &Normalize::low,
               "Lower percentile: the value that becomes black. At 1, at most 1 % of the values are "
               "darker; these are clipped to black.",
               range(0, 100), unit("%"), percentile,
               live_while("neither the old nor the new pair is low=0 and high=100"))
        .param("high", &Normalize::high,
               "Upper percentile: the value that becomes white. At 99, at most 1 % of the values are "
               "brighter; these are clipped to white.",
               range(0, 100), unit("%"), percentile,
               live_while("neither the old nor the new pair is low=0 and high=100"))
        .param("mean", &Normalize::mean,
               "Mean to use instead of the measured one: one number, or one for each group of channels "
               "(see `group`).",
               count(1, 4), keyword("auto"), standardize, live_while("the number of values stays the same"))
        .param("std", &Normalize::std,
               "Standard deviation to use instead of the measured one: one number, or one for each group "
               "of channels (see `group`).",
               count(1, 4), at_least(0), keyword("auto"), standardize,
               live_while("the number of values stays the same"))
        .param("preset", &Normalize::preset,
               "Mean and standard deviation that neural networks were trained with, as fractions of "
               "white: for an 8-bit image, they are multiplied by 255. Cannot be combined with `mean` or "
               "`std`. imagenet: mean 0.485, 0.456, 0.406 and standard deviation "
               "0.229, 0.224, 0.225, for the channels R, G, B. inception: 0.5 and 0.5.",
               choices{"none", "imagenet", "inception"}, standardize)
        .param("ddof", &Normalize::ddof,
               "Delta degrees of freedom, as in NumPy. The variance is the sum of the squared differences "
               "from the mean, divided by n - `ddof`, where n is the number of values.",
               at_least(0), standardize, live)
        .param("epsilon", &Normalize::epsilon,
               "Added to the variance before its square root is taken. A small number avoids a division by "
               "zero.",
               at_least(0), standardize, live)
        .param("scale", &Normalize::scale, "Standard deviation of the result.", standardize, live)
        .param("shift", &Normalize::shift, "Mean of the result.", standardize, live)
        .param("saturation_threshold", &Normalize::saturation_threshold,
               "Saturation limit: more saturated pixels are not measured. The saturation of a pixel is "
               "(max - min) / max of its red, green and blue.",
               range(0, 1), grayworld, live)
        .param("bins", &Normalize::bins,
               "Number of histogram bins. Only 256 for 8-bit images and 65536 for 16-bit images are "
               "accepted. auto: 256 or 65536, as the image needs.",
               range(256, 65536), keyword("auto"), equalize)
        .param("clip_limit", &Normalize::clip_limit,
               "Contrast limit: in the histogram of a tile, no bin may hold more than this many times the "
               "average content of a bin. About 3 is mild and suits photographs. 40, the default of OpenCV, "
               "hardly "
               "limits anything. 0 means no limit.",
               at_least(0), clahe, live)
        .param("tiles", &Normalize::tiles,
               "Number of tiles across and down. If an image cannot be divided evenly, it is measured as "
               "if it continued beyond its right and bottom edges, mirrored, as in OpenCV.",
               clahe)
        .param(
            "group", &Normalize::group,
            "Which channels form a group. The channels of a group are measured together and changed "
            "alike. clahe rejects joint, and grayworld accepts only channel. channel: each channel is a "
            "group of its own. Colours may shift. joint: all channels are one group. Hues do not shift. "
            "luma: the brightness (luma) is measured and changed. R, G and B of a pixel change by the same "
            "amount as its luma. auto: luma for equalize and clahe, channel for the other modes.",
            keyword("auto"))
        .param("file", &Normalize::file,
               "JSON file with the histogram to match, instead of the input `reference`. The command `sluice "
               "stats` makes it from an image, with the options `json` and `histogram`, which is 256, or "
               "65536 for "
               "16-bit images.",
               path, keyword("none"), match)
        .param("stretch", &Normalize::stretch,
               "Tone curve between black and white. linear: a straight line. asinh, log: lift the "
               "shadows, as the stages asinh and log do.",
               choices{"linear", "asinh", "log"}, stretching)
        .param("lift", &Normalize::lift,
               "Strength of the tone curve. Near 0, the curve is almost a straight line. auto: 10 for "
               "asinh, 1000 for log.",
               range(0.001, 1e6), keyword("auto"), lifting, live)
        .param("constant", &Normalize::constant,
               "What to do with a group of channels whose measured values are all equal, so that there is "
               "no range to stretch. keep: leaves the values as they are, clipped to the output range. "
               "low: sets them to the first number of `out`. mid: sets them to the middle of `out`. zero: "
               "sets them to 0.",
               choices{"keep", "low", "mid", "zero"}, stretching, live)
        .param("alpha", &Normalize::alpha,
               "How transparency is treated. A pixel with alpha 0 is invisible. visible: alpha does not "
               "change, and invisible pixels are not measured. exclude: alpha does not change, but "
               "invisible pixels are measured, too. include: alpha is measured and changed like any other "
               "channel.",
               choices{"visible", "exclude", "include"})
        .param("strength", &Normalize::strength,
               "Amount of the stretch: 1 stretches fully to `out`, 0 leaves the image as it is.", range(0, 1),
               stretching,
               live_while("it does not change to or from 1 (only integer images have this condition)"))
        .param("independence", &Normalize::independence,
               "For group=channel: how independent the channels are. At 1, each channel is stretched by "
               "its own range. At 0, all channels are stretched by their joint range, as with group=joint. "
               "Numbers between blend the two ranges.",
               range(0, 1), stretching, live_while("it does not change to or from 1"))
        .param("space", &Normalize::space,
               "Encoding in which to stretch. The image is converted if needed, and the result is converted "
               "back. "
               "linear: values proportional to light. encoded: sRGB-encoded values, as in most image files. "
               "keep: the "
               "pixel values as they are.",
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
               "does not flicker. 1 means no averaging. At 8, the newest frame has a weight of 1/8. (While "
               "there are fewer than 8 frames, all have the same weight.) If nothing is measured in a "
               "frame, the average of the frames before it is used. With averaging, integer images are "
               "computed in floating point and rounded once.",
               range(1, 10000), unit("frames"), typed, live_while("it does not change to or from 1"))
        .param(
            "cut", &Normalize::cut,
            "For smoothing above 1: the average restarts at a scene cut. The range of each frame is compared "
            "with the average range. If their lower or their upper ends differ by more than this fraction of "
            "the wider range, the frame is a scene cut. For standardize, the range is the mean plus and "
            "minus "
            "one standard deviation.",
            range(0, 1), keyword("never"), typed, live)
        .check(wrong_options)
        .refuse(refuse_image)
        .expand(expand);
}

}  // namespace sluice::stages
