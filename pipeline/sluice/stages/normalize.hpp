// normalize: made by ./dev docs from the declaration of the stage.
// clang-format off
#pragma once

#include "pipeline/sluice/stage_call.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

// Normalizes an image by what it holds.
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

    // minmax: the minimum and the maximum of each group go to the ends of `out`. percentile: the percentiles
    // `low` and `high` do, what lies outside is clamped. standardize: mean 0 and deviation 1, as real
    // numbers. equalize: the histogram of 8 or 16 bit becomes even. clahe: likewise in each tile, but not
    // without limit. match: it becomes that of a reference, as match_histograms of scikit-image, but rounded.
    // grayworld: white balance, the means of the colours become the same.
    // one of minmax, percentile, standardize, equalize, clahe, match, grayworld; default: minmax
    Choice<Mode> mode = {};
    // Where the ends go, in the result; high, low inverts.
    // 2 numbers, or percentages of white, or full; unit code values; live while integers go there by the same
    // arithmetic; only with mode minmax, percentile; default: full
    Numbers out = {};
    // A range in the place of the measured one, of the source; or a low and a high for each group.
    // 2 to 8 numbers, or percentages of white, or auto; unit code values; live while there are as many, and
    // integers go there by the same arithmetic; only with mode minmax; default: auto
    Numbers in = {};
    // Whether values outside of the range go to its ends.
    // true or false; only with mode minmax; default: true
    Flag clamp = {};
    // So many of the values lie below the lower end.
    // number in [0, 100]; unit %; live while 0 and 100 do not come together; only with mode percentile;
    // default: 1
    Number low = {};
    // So many of the values lie up to the upper end.
    // number in [0, 100]; unit %; live while 0 and 100 do not come together; only with mode percentile;
    // default: 99
    Number high = {};
    // One mean for all groups or one for each, of the source.
    // 1 to 4 numbers, or percentages of white, or auto; unit code values; live while there are as many; only
    // with mode standardize; default: auto
    Numbers mean = {};
    // Deviations, likewise.
    // 1 to 4 numbers, at least 0, or percentages of white, or auto; unit code values; live while there are as
    // many; only with mode standardize; default: auto
    Numbers std = {};
    // Mean and std that networks were trained with; imagenet is for R G B.
    // one of none, imagenet, inception; only with mode standardize; default: none
    Choice<Preset> preset = {};
    // The variance is the sum of squares divided by the number of values less this.
    // whole number, at least 0; live; only with mode standardize; default: 0
    Integer ddof = {};
    // Added to the variance.
    // number, at least 0; live; only with mode standardize; default: 0
    Number epsilon = {};
    // The deviation of the result.
    // number; live; only with mode standardize; default: 1
    Number scale = {};
    // The mean of the result.
    // number; live; only with mode standardize; default: 0
    Number shift = {};
    // Pixels with (max - min) / max of their colours up to this are measured.
    // number in [0, 1], or a percentage; live; only with mode grayworld; default: 0.9
    NumberOrWord saturation_threshold = {};
    // The levels of the pixel type, 256 or 65536.
    // whole number in [256, 65536], or auto; only with mode equalize; default: auto
    IntegerOrWord bins = {};
    // How often a level counts in a tile, at most, as a multiple of what it would if all levels were as
    // frequent; 0 is no limit.
    // number, at least 0; live; only with mode clahe; default: 40
    Number clip_limit = {};
    // How many across and how many down. Where a size is not divisible, the image is reflected beyond its
    // right and its lower edge, as OpenCV does.
    // 2 whole numbers in [1, 4096]; only with mode clahe; default: 8,8
    Numbers tiles = {};
    // Each channel for itself, all together, or colours by their luma; auto is channel, for equalize and
    // clahe luma. grayworld takes channel only.
    // one of channel, joint, luma, or auto; default: auto
    Choice<Group> group = {};
    // In the place of a reference: what 'sluice stats' wrote as JSON, with histograms of 256 bins (65536 of
    // 16 bit).
    // path of a file, or none; only with mode match; default: none
    Text file = {};
    // How values between both ends go from one end of `out` to the other: along a line, or lifting what is
    // dark as the stages asinh and log do.
    // one of linear, asinh, log; only with mode minmax, percentile; default: linear
    Choice<Stretch> stretch = {};
    // The strength of asinh (auto is 10) and of log (auto is 1000): towards 0 they are lines.
    // number in [0.001, 1e+06], or auto; live; only with stretch asinh, log; default: auto
    NumberOrWord lift = {};
    // What becomes of a group with one value only.
    // one of keep, low, mid, zero; live; only with mode minmax, percentile; default: keep
    Choice<Constant> constant = {};
    // visible: alpha is left alone, and pixels with alpha 0 are not measured, for nobody sees their colours;
    // exclude: they are measured; include: alpha is a channel.
    // one of visible, exclude, include; default: visible
    Choice<Alpha> alpha = {};
    // 1 goes the whole way to `out`, 0 leaves the image as it is.
    // number in [0, 1], or a percentage; live while integers are not stretched exactly, as 1 does; only with
    // mode minmax, percentile; default: 1
    NumberOrWord strength = {};
    // 1 is each channel for itself, 0 all together.
    // number in [0, 1], or a percentage; live while it is not 1, where no joint range is looked for; only
    // with mode minmax, percentile; default: 1
    NumberOrWord independence = {};
    // Where to stretch: linear light, or sRGB encoded values.
    // one of encoded, linear, or keep; only with mode minmax, percentile; default: keep
    Choice<Space> space = {};
    // The pixel type of the result; standardize makes f32 of integers, equalize, clahe and grayworld keep the
    // type.
    // one of u8, i8, u16, i16, i32, f16, f32, f64, or keep; only with mode minmax, percentile, standardize;
    // default: keep
    Choice<Pixel> pixel = {};
    // x, y, width, height: nothing outside is measured.
    // 4 whole numbers, at least 0, or all; unit px; only with mode minmax, percentile, standardize, equalize,
    // match, grayworld; default: all
    Numbers region = {};
    // Frames of a stream: what was measured is averaged over so many of them, the newest counting as 1 of n,
    // and the frame goes by that. The first one goes by its own; until there are n, all count alike. A frame
    // of which nothing was counted goes by those before it. Integers are stretched as real numbers and
    // rounded once.
    // number in [1, 10000]; unit frames; live while it is more than 1, which smooths nothing; only with mode
    // minmax, percentile, standardize; default: 1
    Number smoothing = {};
    // With smoothing: a frame that moves an end of the range of any group by more than this part of the wider
    // range, its own or the smoothed one, is the first of a new stream. standardize takes the range from one
    // deviation below the mean to one above.
    // number in [0, 1], or a percentage, or never; live; only with mode minmax, percentile, standardize;
    // default: never
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
