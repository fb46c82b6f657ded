// normalize: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Stretches, standardizes or equalizes an image using its own statistics.
struct normalize {
    enum class Mode { minmax, percentile, standardize, equalize, clahe, match, grayworld };
    friend const char* word_of(Mode value) {
        static constexpr const char* words[] = {"minmax", "percentile", "standardize", "equalize", "clahe",
            "match", "grayworld"};
        return words[static_cast<int>(value)];
    }
    enum class Preset { none, imagenet, inception };
    friend const char* word_of(Preset value) {
        static constexpr const char* words[] = {"none", "imagenet", "inception"};
        return words[static_cast<int>(value)];
    }
    enum class Group { channel, joint, luma, auto_ };
    friend const char* word_of(Group value) {
        static constexpr const char* words[] = {"channel", "joint", "luma", "auto"};
        return words[static_cast<int>(value)];
    }
    enum class Stretch { linear, asinh, log };
    friend const char* word_of(Stretch value) {
        static constexpr const char* words[] = {"linear", "asinh", "log"};
        return words[static_cast<int>(value)];
    }
    enum class Constant { keep, low, mid, zero };
    friend const char* word_of(Constant value) {
        static constexpr const char* words[] = {"keep", "low", "mid", "zero"};
        return words[static_cast<int>(value)];
    }
    enum class Alpha { visible, exclude, include };
    friend const char* word_of(Alpha value) {
        static constexpr const char* words[] = {"visible", "exclude", "include"};
        return words[static_cast<int>(value)];
    }
    enum class Space { encoded, linear, keep };
    friend const char* word_of(Space value) {
        static constexpr const char* words[] = {"encoded", "linear", "keep"};
        return words[static_cast<int>(value)];
    }
    enum class Pixel { u8, i8, u16, i16, i32, f16, f32, f64, keep };
    friend const char* word_of(Pixel value) {
        static constexpr const char* words[] = {"u8", "i8", "u16", "i16", "i32", "f16", "f32", "f64", "keep"};
        return words[static_cast<int>(value)];
    }

    // How the image is normalized. minmax: stretches the values from their minimum and maximum to the output
    // range `out`. percentile: stretches from the percentiles `low` and `high`, and clips the values outside.
    // standardize: shifts and scales the values to mean 0 and standard deviation 1, as floating-point
    // numbers. equalize: flattens the histogram. clahe: flattens the histogram of each tile, within a
    // contrast limit. match: gives the image the histogram of a reference, as match_histograms of
    // scikit-image does, and rounds to integers. grayworld: corrects the white balance by giving all colours
    // the same mean. equalize, clahe and match take 8- and 16-bit images. Each mode measures every channel by
    // itself, or a group of channels together (see `group`).
    // one of minmax, percentile, standardize, equalize, clahe, match, grayworld; default: minmax
    Choice<Mode> mode = {};
    // Output range: low, high. If high comes first, the image is inverted. full is the whole range of the
    // pixel type (0 to 1 for floats).
    // 2 numbers, or percentages of white, or full; in pixel values (0 to 255 for 8 bits); can be changed
    // while running as long as the arithmetic for integer images stays the same; only with mode minmax,
    // percentile; default: full
    Numbers out = {};
    // Input range, low and high, to use instead of the measured one: one pair for all groups, or one for
    // each.
    // 2 to 8 numbers, or percentages of white, or auto; in pixel values (0 to 255 for 8 bits); can be changed
    // while running as long as the number of values and the arithmetic for integer images stay the same; only
    // with mode minmax; default: auto
    Numbers in = {};
    // Clip values outside the input range to the ends of `out`.
    // true or false; only with mode minmax; default: true
    Flag clamp = {};
    // Lower percentile: at most this percentage of the values lies below the black point. Darker values are
    // clipped.
    // number in [0, 100]; in %; can be changed while running as long as the percentiles do not change to or
    // from 0 and 100 together; only with mode percentile; default: 1
    Number low = {};
    // Upper percentile: at most 100 - `high` percent of the values lies above the white point. Brighter
    // values are clipped.
    // number in [0, 100]; in %; can be changed while running as long as the percentiles do not change to or
    // from 0 and 100 together; only with mode percentile; default: 99
    Number high = {};
    // Mean to use instead of the measured one: one number, or one for each group.
    // 1 to 4 numbers, or percentages of white, or auto; in pixel values (0 to 255 for 8 bits); can be changed
    // while running as long as the number of values stays the same; only with mode standardize; default: auto
    Numbers mean = {};
    // Standard deviation to use instead of the measured one: one number, or one for each group.
    // 1 to 4 numbers, at least 0, or percentages of white, or auto; in pixel values (0 to 255 for 8 bits);
    // can be changed while running as long as the number of values stays the same; only with mode
    // standardize; default: auto
    Numbers std = {};
    // Mean and standard deviation that neural networks were trained with. imagenet needs the channels R, G,
    // B.
    // one of none, imagenet, inception; only with mode standardize; default: none
    Choice<Preset> preset = {};
    // Delta degrees of freedom: the variance is the sum of squared differences divided by (number of values -
    // ddof).
    // integer, at least 0; can be changed while running; only with mode standardize; default: 0
    Integer ddof = {};
    // Added to the variance before its square root is taken. A small number avoids a division by zero.
    // number, at least 0; can be changed while running; only with mode standardize; default: 0
    Number epsilon = {};
    // Standard deviation of the result.
    // number; can be changed while running; only with mode standardize; default: 1
    Number scale = {};
    // Mean of the result.
    // number; can be changed while running; only with mode standardize; default: 0
    Number shift = {};
    // Saturation limit: only pixels up to this saturation are measured. saturation = (max - min) / max of a
    // pixel's colours.
    // number in [0, 1], or a percentage; can be changed while running; only with mode grayworld; default: 0.9
    NumberOrWord saturation_threshold = {};
    // Number of histogram bins: 256 for 8 bits, 65536 for 16 bits. auto chooses the right one.
    // integer in [256, 65536], or auto; only with mode equalize; default: auto
    IntegerOrWord bins = {};
    // Contrast limit: no histogram bin of a tile may count more than this many times the average bin. 0 means
    // no limit.
    // number, at least 0; can be changed while running; only with mode clahe; default: 40
    Number clip_limit = {};
    // Number of tiles across and down. If a side cannot be divided evenly, the image is mirrored at its right
    // and bottom edges, as in OpenCV.
    // 2 integers in [1, 4096]; only with mode clahe; default: 8,8
    Numbers tiles = {};
    // Channels that are measured together. channel: each channel by itself. joint: all channels together.
    // luma: the brightness of the colours; R, G and B change by the same amount. auto means luma for equalize
    // and clahe, channel otherwise. grayworld accepts only channel, and clahe does not accept joint.
    // one of channel, joint, luma, or auto; default: auto
    Choice<Group> group = {};
    // Histogram to match, instead of a reference: JSON written by 'sluice stats', with 256 bins (65536 for 16
    // bits).
    // path of a file, or none; only with mode match; default: none
    Text file = {};
    // Tone curve between the ends of `out`. linear: a straight line. asinh, log: lift the shadows, as the
    // stages asinh and log do.
    // one of linear, asinh, log; only with mode minmax, percentile; default: linear
    Choice<Stretch> stretch = {};
    // Strength of the tone curve. auto is 10 for asinh and 1000 for log. Near 0 the curve is almost a
    // straight line.
    // number in [0.001, 1e+06], or auto; can be changed while running; only with stretch asinh, log; default:
    // auto
    NumberOrWord lift = {};
    // Result if all measured values of a group are equal. keep: they stay as they are, clipped to the output
    // range. low: the first number of `out`. mid: the middle of `out`. zero: 0.
    // one of keep, low, mid, zero; can be changed while running; only with mode minmax, percentile; default:
    // keep
    Choice<Constant> constant = {};
    // How transparency is treated. visible: alpha stays as it is, and invisible pixels (alpha 0) are not
    // measured. exclude: only the alpha channel itself is left out; it stays as it is, and invisible pixels
    // are measured, too. include: alpha is normalized like any other channel.
    // one of visible, exclude, include; default: visible
    Choice<Alpha> alpha = {};
    // Amount of the stretch: 1 stretches fully to `out`, 0 leaves the image as it is.
    // number in [0, 1], or a percentage; can be changed while running as long as it does not change to or
    // from 1 (floats have no such limit); only with mode minmax, percentile; default: 1
    NumberOrWord strength = {};
    // Separate or joint ranges: 1 stretches each channel by its own range, 0 stretches all by their joint
    // range. Values in between blend the two.
    // number in [0, 1], or a percentage; can be changed while running as long as it does not change to or
    // from 1; only with mode minmax, percentile; default: 1
    NumberOrWord independence = {};
    // Encoding to stretch in: linear light, sRGB-encoded values, or the image's own encoding (keep).
    // one of encoded, linear, or keep; only with mode minmax, percentile; default: keep
    Choice<Space> space = {};
    // Pixel type of the result. keep is that of the image, but standardize turns integers into f32.
    // one of u8, i8, u16, i16, i32, f16, f32, f64, or keep; only with mode minmax, percentile, standardize;
    // default: keep
    Choice<Pixel> pixel = {};
    // Rectangle to measure: x, y, width, height. All pixels are changed.
    // 4 integers, at least 0, or all; in px; only with mode minmax, percentile, standardize, equalize, match,
    // grayworld; default: all
    Numbers region = {};
    // For video: a running average of the measurements over about this many frames (n). 1 means no averaging.
    // The newest frame weighs 1/n; until there are n frames, all weigh the same. A frame without measured
    // pixels uses the average of the frames before. Above 1, integers are stretched in floating point and
    // rounded once.
    // number in [1, 10000]; in frames; can be changed while running as long as it does not change to or from
    // 1; only with mode minmax, percentile, standardize; default: 1
    Number smoothing = {};
    // Scene-cut detection, for smoothing above 1. The average restarts if an end of any group's range moves
    // by more than this fraction of the range (the new range or the average, whichever is wider). For
    // standardize, the range is the mean plus and minus one standard deviation.
    // number in [0, 1], or a percentage, or never; can be changed while running; only with mode minmax,
    // percentile, standardize; default: never
    NumberOrWord cut = {};
    std::string id = {};                 // "" = its name
    std::vector<std::string> from = {};  // ids that its inputs come from; {} = the stage before

    void add_to(Graph& graph) const {
        graph.add("normalize", set_among({
            {"mode", &mode},
            {"out", &out},
            {"in", &in},
            {"clamp", &clamp},
            {"low", &low},
            {"high", &high},
            {"mean", &mean},
            {"std", &std},
            {"preset", &preset},
            {"ddof", &ddof},
            {"epsilon", &epsilon},
            {"scale", &scale},
            {"shift", &shift},
            {"saturation_threshold", &saturation_threshold},
            {"bins", &bins},
            {"clip_limit", &clip_limit},
            {"tiles", &tiles},
            {"group", &group},
            {"file", &file},
            {"stretch", &stretch},
            {"lift", &lift},
            {"constant", &constant},
            {"alpha", &alpha},
            {"strength", &strength},
            {"independence", &independence},
            {"space", &space},
            {"pixel", &pixel},
            {"region", &region},
            {"smoothing", &smoothing},
            {"cut", &cut},
        }), id, from);
    }
    operator Graph() const {
        Graph graph;
        add_to(graph);
        return graph;
    }
};

}  // namespace sluice::stages
