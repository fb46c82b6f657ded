// The parameters of normalize; a file of stages/normalize/ says what each mode becomes.
#include "stages/normalize/modes.hpp"

namespace sluice::stages {
namespace {

void expand(const Normalize& p, Expansion& e) {
    if (p.is("standardize")) return expand_standardize(p, e);
    if (p.is("equalize")) return expand_equalize(p, e);
    if (p.is("clahe")) return expand_clahe(p, e);
    if (p.is("grayworld")) return expand_grayworld(p, e);
    expand_stretch(p, e);
}

}  // namespace

StageDef normalize() {
    return composition<Normalize>("normalize", "Normalizes an image by what it holds.")
        .image_in("src", "The image.")
        .image_in("mask", "Only pixels whose mask is not 0 are measured; all are changed.", true)
        .image_out("dst", "The result.")
        .param("mode", &Normalize::mode,
               "minmax: the minimum and the maximum of each group go to the ends of `out`. percentile: the "
               "percentiles `low` and `high` do, what lies outside is clamped. standardize: mean 0 and "
               "deviation 1, as real numbers. equalize: the histogram of 8 or 16 bit becomes even. "
               "clahe: likewise in each tile, but not without limit. grayworld: white balance, the means of "
               "the colours become the same.",
               choices{"minmax", "percentile", "standardize", "equalize", "clahe", "grayworld"})
        .param("out", &Normalize::out,
               "minmax, percentile: where the ends go, in code values of the result or fractions of them; "
               "high, low "
               "inverts.",
               count(2, 2), keyword("full"))
        .param(
            "in", &Normalize::in,
            "minmax: a range in the place of the measured one, in code values of the source or fractions of "
            "them; or a low and a high for each group.",
            count(2, 8), keyword("auto"))
        .param("clamp", &Normalize::clamp, "minmax: whether values outside of the range go to its ends.")
        .param("low", &Normalize::low, "percentile: so many of the values lie below the lower end.",
               range(0, 100), unit("%"))
        .param("high", &Normalize::high, "percentile: so many of the values lie up to the upper end.",
               range(0, 100), unit("%"))
        .param("mean", &Normalize::mean,
               "standardize: one mean for all groups or one for each, in code values of the source.",
               count(1, 4), keyword("auto"))
        .param("std", &Normalize::std, "standardize: deviations, likewise.", count(1, 4), at_least(0),
               keyword("auto"))
        .param("preset", &Normalize::preset,
               "standardize: mean and std that networks were trained with; imagenet is for R G B.",
               choices{"none", "imagenet", "inception"})
        .param("ddof", &Normalize::ddof,
               "standardize: the variance is the sum of squares divided by the number of values less this.",
               at_least(0))
        .param("epsilon", &Normalize::epsilon, "standardize: added to the variance.", at_least(0))
        .param("scale", &Normalize::scale, "standardize: the deviation of the result.")
        .param("shift", &Normalize::shift, "standardize: the mean of the result.")
        .param("saturation_threshold", &Normalize::saturation_threshold,
               "grayworld: pixels with (max - min) / max of their colours up to this are measured.",
               range(0, 1))
        .param("bins", &Normalize::bins, "equalize: the levels of the pixel type, 256 or 65536.",
               range(256, 65536), keyword("auto"))
        .param("clip_limit", &Normalize::clip_limit,
               "clahe: how often a level counts in a tile, at most, as a multiple of what it would if all "
               "levels were as frequent; 0 is no limit.",
               at_least(0))
        .param("tiles", &Normalize::tiles,
               "clahe: how many across and how many down. Where a size is not divisible, the image is "
               "reflected beyond its right and its lower edge, as OpenCV does.")
        .param("group", &Normalize::group,
               "Each channel for itself, all together, or colours by their luma; auto is channel, for "
               "equalize and clahe luma. grayworld has none.",
               keyword("auto"))
        .param("constant", &Normalize::constant,
               "minmax, percentile: what becomes of a group with one value only.",
               choices{"keep", "low", "mid", "zero"})
        .param(
            "alpha", &Normalize::alpha,
            "visible: alpha is left alone, and pixels with alpha 0 are not measured, for nobody sees their "
            "colours; exclude: they are measured; include: alpha is a channel.",
            choices{"visible", "exclude", "include"})
        .param("strength", &Normalize::strength,
               "minmax, percentile: 1 goes the whole way to `out`, 0 leaves the image as it is.", range(0, 1))
        .param("independence", &Normalize::independence,
               "minmax, percentile: 1 is each channel for itself, 0 all together.", range(0, 1))
        .param("space", &Normalize::space,
               "minmax, percentile: where to stretch: linear light, or sRGB encoded values.",
               choices{"encoded", "linear"}, keyword("keep"))
        .param("pixel", &Normalize::pixel,
               "The pixel type of the result; standardize makes f32 of integers, equalize, clahe and "
               "grayworld keep the type.",
               keyword("keep"))
        .param("region", &Normalize::region, "x, y, width, height: nothing outside is measured.",
               keyword("all"))
        .check(wrong_options)
        .refuse(refuse_image)
        .expand(expand);
}

}  // namespace sluice::stages
