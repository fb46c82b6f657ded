#include "pipeline/core/transfer.hpp"
#include "pipeline/graph/exact_line.hpp"
#include "pipeline/graph/meant_range.hpp"
#include "pipeline/graph/stage_builder.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sluice::stages {
namespace {

using List = std::optional<std::vector<double>>;

struct Normalize {
    std::string mode = "minmax";
    List out, in;
    bool clamp = true;
    double low = 1, high = 99;
    List mean, std;
    std::string preset = "none";
    int ddof = 0;
    double epsilon = 0, scale = 1, shift = 0;
    double saturation_threshold = 0.9;
    std::optional<std::int64_t> bins;
    double clip_limit = 40;
    Grid tiles{8, 8};
    std::optional<Group> group;
    std::string constant = "keep";
    AlphaRule alpha = AlphaRule::visible;
    double strength = 1;
    double independence = 1;
    std::optional<Space> space;
    std::optional<Pixel> pixel;
    std::optional<Rect> region;

    bool is(const char* name) const { return mode == name; }
    bool equalizes() const { return is("equalize") || is("clahe"); }
    Group grouping() const { return group.value_or(equalizes() ? Group::luma : Group::channel); }
    bool luma(const ImageFormat& src) const { return grouping() == Group::luma && src.colors() == 3; }
};

// --- which options a mode has ------------------------------------------------------------------------

struct Option {
    const char* name;
    std::vector<std::string> modes;
    bool given;  // another value than its default
};

std::vector<Option> options(const Normalize& p) {
    return {
        {"out", {"minmax", "percentile"}, p.out.has_value()},
        {"in", {"minmax"}, p.in.has_value()},
        {"clamp", {"minmax"}, !p.clamp},
        {"low", {"percentile"}, p.low != 1},
        {"high", {"percentile"}, p.high != 99},
        {"mean", {"standardize"}, p.mean.has_value()},
        {"std", {"standardize"}, p.std.has_value()},
        {"preset", {"standardize"}, p.preset != "none"},
        {"ddof", {"standardize"}, p.ddof != 0},
        {"epsilon", {"standardize"}, p.epsilon != 0},
        {"scale", {"standardize"}, p.scale != 1},
        {"shift", {"standardize"}, p.shift != 0},
        {"saturation_threshold", {"grayworld"}, p.saturation_threshold != 0.9},
        {"bins", {"equalize"}, p.bins.has_value()},
        {"clip_limit", {"clahe"}, p.clip_limit != 40},
        {"tiles", {"clahe"}, !(p.tiles == Grid{8, 8})},
        {"constant", {"minmax", "percentile"}, p.constant != "keep"},
        {"strength", {"minmax", "percentile"}, p.strength != 1},
        {"independence", {"minmax", "percentile"}, p.independence != 1},
        {"space", {"minmax", "percentile"}, p.space.has_value()},
        {"pixel", {"minmax", "percentile", "standardize"}, p.pixel.has_value()},
        {"region", {"minmax", "percentile", "standardize", "equalize", "grayworld"}, p.region.has_value()}};
}

std::string check(const Normalize& p) {
    for (const Option& option : options(p)) {
        if (!option.given || std::count(option.modes.begin(), option.modes.end(), p.mode) != 0) continue;
        std::string modes;
        for (const std::string& mode : option.modes) modes += (modes.empty() ? "" : ", ") + mode;
        return std::string(option.name) + ": mode " + p.mode + " has no such option; it belongs to " + modes;
    }
    if (p.in) {
        if (p.in->size() % 2 != 0) return "in: pairs are wanted, a lower and an upper end";
        for (std::size_t i = 0; i < p.in->size(); i += 2)
            if ((*p.in)[i] > (*p.in)[i + 1])
                return "in: the first number must not be above the second; to invert, turn `out` around";
    }
    if (p.low >= p.high) return "low: must be below high";
    if (p.preset != "none" && (p.mean || p.std)) return "preset: gives mean and std; leave these out";
    if (p.is("clahe") && p.group == Group::joint) return "group: clahe takes channel or luma";
    if (p.is("grayworld") && p.grouping() != Group::channel)
        return "group: grayworld balances channels against each other; leave group out";
    if (p.is("grayworld") && p.alpha == AlphaRule::include)
        return "alpha: grayworld leaves alpha alone; say visible, or exclude, which measures pixels with "
               "alpha 0 too";
    return "";
}

// Groups that are normalized, each for itself.
std::size_t groups(const Normalize& p, const ImageFormat& src) {
    const bool alpha = src.has_alpha() && p.alpha == AlphaRule::include;
    const bool each = p.grouping() == Group::channel;
    const bool beside = alpha && p.grouping() != Group::joint;
    return static_cast<std::size_t>(each ? src.colors() : 1) + (beside ? 1 : 0);
}

std::string refuse(const Normalize& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    if (src.colors() == 2 && (p.equalizes() || p.is("grayworld")))
        return p.mode + " takes grey or colours, not two channels of data, " + src.text();
    if (p.equalizes()) {
        if (src.pixel != Pixel::u8 && src.pixel != Pixel::u16)
            return p.mode + " takes u8 and u16, not " + src.text() + ": put convert pixel=u16 before it";
        const std::int64_t levels = src.pixel == Pixel::u8 ? 256 : 65536;
        if (p.bins && *p.bins != levels)
            return "bins are the levels of the pixel type: " + std::to_string(levels) + " of " + src.text();
    }
    if (p.is("clahe") && inputs.images.at(1))
        return "clahe looks at all pixels of a tile and takes no mask; equalize takes one";
    const std::size_t wanted = groups(p, src);
    const auto fits = [&](const List& list) { return !list || list->size() == 1 || list->size() == wanted; };
    if (!fits(p.mean) || !fits(p.std))
        return "mean and std are one number or one for each of " + std::to_string(wanted) + " groups of " +
               src.text();
    if (p.in && p.in->size() != 2 && p.in->size() != 2 * wanted)
        return "in is one pair of numbers or one for each of " + std::to_string(wanted) + " groups of " +
               src.text();
    if (p.preset == "imagenet" && wanted != 3)
        return "preset imagenet is for R G B, each for itself, not for " + src.text() +
               ": put convert channels=3 before it";
    return "";
}

// --- minmax and percentile ---------------------------------------------------------------------------

double span_of(Pixel pixel) { return highest(pixel) - lowest(pixel); }  // infinite of floats

double units_of(const ImageFormat& src, const ImageFormat& dst) {
    if (is_signed_integer(src.pixel) || is_signed_integer(dst.pixel)) return 1;
    return dst.white_value() / src.white_value();
}

bool in_double(const ImageFormat& src, const ImageFormat& dst) {
    return real_of(src.pixel) == Pixel::f64 || real_of(dst.pixel) == Pixel::f64;
}

// What a Reduce counts.
Values counted(const Normalize& p, Group group) {
    Values values{{"group", value_of(group)}, {"alpha", value_of(p.alpha)}};
    if (p.region) values["region"] = value_of(*p.region);
    return values;
}

// The keys of values (see Digit): how many bits, 0 of them for integers as stretch_range counts, and in which
// digits they are found.
struct Keys {
    int bits;
    std::vector<int> digits;
};
Keys keys_of(const ImageFormat& src, bool luma) {
    if (is_integer(src.pixel) && !luma) {
        if (bytes(src.pixel) == 1) return {0, {8}};
        return {0, bytes(src.pixel) == 2 ? std::vector<int>{8, 8} : std::vector<int>{11, 11, 10}};
    }
    if (real_of(src.pixel) == Pixel::f64) return {64, {11, 11, 11, 11, 11, 9}};
    return {32, {11, 11, 10}};
}

// Two percentiles, digit by digit: each counts the values that begin like what was found before. Gives their
// Table, where they are minimum and maximum.
Expansion::Edge percentiles(const Normalize& p, Expansion& e, Expansion::Edge image, Group group, bool luma,
                            const std::string& name) {
    const ImageFormat src = e.format(image);
    const Keys keys = keys_of(src, luma);
    int shift = std::accumulate(keys.digits.begin(), keys.digits.end(), 0);
    std::optional<Expansion::Edge> stats, before;
    for (std::size_t i = 0; i < keys.digits.size(); ++i) {
        const std::string step = i == 0 ? "" : "_" + std::to_string(i + 1);
        shift -= keys.digits[i];
        Values values = counted(p, group);
        values["shift"] = static_cast<std::int64_t>(shift);
        values["bits"] = static_cast<std::int64_t>(keys.digits[i]);
        if (i == 0 && name == "stats") values["observed"] = std::vector<std::string>{"min", "max"};
        const auto counts = e.add("digits", name + step, values, {image, e.input(1), before});
        if (i == 0) stats = counts;
        const bool last = i + 1 == keys.digits.size();
        before = e.add("narrow", name + (last ? "_percentiles" : "_keys" + step),
                       {{"low", p.low},
                        {"high", p.high},
                        {"bits", values["bits"]},
                        {"key", static_cast<std::int64_t>(keys.bits)},
                        {"pixel", value_of(src.pixel)}},
                       {counts, before, last ? stats : std::nullopt});
    }
    return *before;
}

// What is done to an image in the space where the stretch happens.
Expansion::Edge stretched(const Normalize& p, Expansion& e, Expansion::Edge image, const ImageFormat& src,
                          const ImageFormat& dst) {
    const Group group = p.grouping();
    const bool luma = p.luma(src);
    const bool doubles = in_double(src, dst);
    const double units = units_of(src, dst);
    const double independence = group == Group::channel && !p.in ? p.independence : 1.0;
    const double low = p.out ? (*p.out)[0] : dst.range_low(), high = p.out ? (*p.out)[1] : dst.range_high();
    const std::vector<double> in = p.in.value_or(std::vector<double>{});
    const ExactLine line(in, low, high);
    double extent = in.empty() ? span_of(src.pixel) : 0, reach = span_of(src.pixel);  // of the widest range
    for (std::size_t i = 0; i < in.size(); i += 2) {
        extent = std::max(extent, in[i + 1] - in[i]);
        reach = std::max({reach, in[i + 1] - in[i], highest(src.pixel) - in[i], in[i] - lowest(src.pixel)});
    }
    const bool integers = is_integer(src.pixel) && is_integer(dst.pixel);
    const bool exact =
        integers && !luma && p.strength == 1 && independence == 1 && line.fits(extent, reach, doubles);
    // What stretch8 and stretch16 do exactly; stretch64 takes the rest.
    const bool narrow = extent <= 300 && std::min(low, high) >= -128 && std::max(low, high) <= 255;
    const bool wide = extent >= 4194304 || std::fabs(high - low) >= 4194304 || std::fabs(low) >= 4194304 ||
                      (reach >= 8388608 && p.in) || src.pixel == Pixel::i32 || dst.pixel == Pixel::i32;
    const bool parts = exact && (wide || line.fractions());

    std::vector<std::optional<Expansion::Edge>> found;  // ranges: the groups', and that of all together
    if (p.in) {
        std::vector<double> lows, highs;
        for (std::size_t i = 0; i < in.size(); i += 2) {
            lows.push_back(parts ? static_cast<double>(line.in.numbers[i]) : in[i]);
            highs.push_back(parts ? static_cast<double>(line.in.numbers[i + 1]) : in[i + 1]);
        }
        found = {e.add("given_range", "given",
                       {{"lo", lows},
                        {"hi", highs},
                        {"doubles", doubles},
                        {"parts", parts},
                        {"data", src.colors() == 2}},
                       {})};
    } else if (p.is("minmax") || (p.low == 0 && p.high == 100)) {
        Values values = counted(p, group);
        values["quantities"] = std::vector<std::string>{"min", "max"};
        found = {e.add("reduce", "stats", values, {image, e.input(1)})};
    } else {
        found = {percentiles(p, e, image, group, luma, "stats")};
        if (independence != 1) found.emplace_back(percentiles(p, e, image, Group::joint, false, "joint"));
    }
    const bool rescales = exact && units != 1;
    const Expansion::Edge range = e.add("stretch_range", "range",
                                        {{"out_low", low},
                                         {"out_high", high},
                                         {"constant", p.constant},
                                         {"strength", p.strength},
                                         {"independence", independence},
                                         {"units", units},
                                         {"white", rescales ? src.white_value() : 0.0},
                                         {"pixel", value_of(src.pixel)},
                                         {"luma", luma},
                                         {"doubles", doubles},
                                         {"whole", is_integer(dst.pixel)},
                                         {"parts", parts ? line.in.of_one : std::int64_t{0}}},
                                        found);
    const bool everywhere = luma || (!p.in && (p.region || e.input(1)));
    ValueRange meant = stretched_range(src.meant_range(), in, {low, high}, p.clamp, everywhere);
    if (p.strength != 1) meant = hull(meant, on_line(src.meant_range(), units));
    return e.add("stretch", "stretch",
                 {{"pixel", value_of(dst.pixel)},
                  {"white", dst.white},
                  {"meant", value_of(meant)},
                  {"clamp", p.clamp},
                  {"luma", luma},
                  {"alpha", p.alpha == AlphaRule::include},
                  {"exact", exact},
                  {"narrow", narrow},
                  {"units", units},
                  {"in_parts", parts ? line.in.of_one : std::int64_t{0}},
                  {"out_parts", line.out.of_one},
                  {"rise", line.rise},
                  {"whole", line.whole},
                  {"rest", line.rest}},
                 {image, range});
}

void expand_stretch(const Normalize& p, Expansion& e) {
    Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    ImageFormat dst = src;
    if (p.pixel && *p.pixel != src.pixel) {
        dst.pixel = *p.pixel;
        dst.white = 0;
    }
    const bool bends = p.space && *p.space != src.space && src.space != Space::data;
    if (!bends) return e.output(stretched(p, e, image, src, dst));

    // There and back as real numbers, doubles where the result has their digits; the ranges go there too.
    const bool doubles = real_of(dst.pixel) == Pixel::f64;
    image = e.add("curve", "there",
                  {{"to", value_of(*p.space)}, {"white", src.white_value()}, {"doubles", doubles}}, {image});
    const ImageFormat there = e.format(image);
    const auto bent = [&](const std::vector<double>& range, const ImageFormat& format) {
        std::vector<double> bent;
        for (const double v : range)
            bent.push_back(transferred(v / format.white_value(), *p.space) * there.white_value());
        return bent;
    };
    Normalize inside = p;
    if (p.in) inside.in = bent(*p.in, src);
    inside.out = bent(p.out.value_or(std::vector<double>{dst.range_low(), dst.range_high()}), dst);
    image = stretched(inside, e, image, there, there);
    image = e.add("curve", "back", {{"to", value_of(src.space)}, {"white", dst.white_value()}}, {image});
    if (!(e.format(image) == dst))
        image =
            e.add("rescale", "sink",
                  {{"pixel", value_of(dst.pixel)}, {"white", dst.white}, {"keep_numbers", true}}, {image});
    e.output(image);
}

// --- standardize -------------------------------------------------------------------------------------

void expand_standardize(const Normalize& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    ImageFormat dst = src;
    dst.pixel = p.pixel.value_or(is_integer(src.pixel) ? Pixel::f32 : src.pixel);
    if (dst.pixel != src.pixel) dst.white = 0;

    std::vector<double> mean = p.mean.value_or(std::vector<double>{});
    std::vector<double> std = p.std.value_or(std::vector<double>{});
    if (p.preset == "inception") mean = std = {0.5};
    if (p.preset == "imagenet") mean = {0.485, 0.456, 0.406}, std = {0.229, 0.224, 0.225};
    if (p.preset != "none")  // they are for values from 0 to 1
        for (auto* list : {&mean, &std})
            for (double& value : *list) value *= src.white_value();

    std::optional<Expansion::Edge> stats;
    if (mean.empty() || std.empty()) {
        Values values = counted(p, p.grouping());
        values["quantities"] = std::vector<std::string>{"count", "mean", "std"};
        stats = e.add("reduce", "stats", values, {image, e.input(1)});
    }
    const Expansion::Edge line = e.add("standard_line", "line",
                                       {{"mean", mean},
                                        {"std", std},
                                        {"data", src.colors() == 2},
                                        {"ddof", value_of(p.ddof)},
                                        {"epsilon", p.epsilon},
                                        {"scale", p.scale},
                                        {"shift", p.shift},
                                        {"units", units_of(src, dst)},
                                        {"doubles", in_double(src, dst)}},
                                       {stats});
    e.output(
        e.add("standardize", "standardize",
              {{"pixel", value_of(dst.pixel)},
               {"white", dst.white},
               {"alpha", p.alpha == AlphaRule::include},
               {"meant", value_of(standardized(src.meant_range(), mean, std, p.epsilon, p.scale, p.shift))}},
              {image, line}));
}

// --- equalize ----------------------------------------------------------------------------------------

void expand_equalize(const Normalize& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    const bool luma = p.luma(src);
    Values values = counted(p, p.grouping());
    values["bits"] = static_cast<std::int64_t>(8 * bytes(src.pixel));
    values["whole_luma"] = luma;
    values["observed"] = std::vector<std::string>{"min", "max"};
    const auto stats = e.add("digits", "stats", values, {image, e.input(1), std::nullopt});
    const auto lut = e.add("equalize_lut", "lut", {{"white", src.white_value()}}, {stats});
    e.output(e.add("lookup", "lookup",
                   {{"pixel", value_of(src.pixel)},
                    {"white", src.white},
                    {"luma", luma},
                    {"alpha", p.alpha == AlphaRule::include}},
                   {image, lut}));
}

// --- clahe -------------------------------------------------------------------------------------------

bool hides(const Normalize& p, const ImageFormat& src) {
    return src.has_alpha() && p.alpha == AlphaRule::visible;
}

void expand_clahe(const Normalize& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    const bool luma = p.luma(src);
    Values values = counted(p, p.grouping());
    values["tiles"] = value_of(p.tiles);
    const auto stats = e.add("tile_levels", "stats", values, {image});
    const auto lut = e.add(
        "clahe_lut", "lut",
        {{"clip_limit", p.clip_limit}, {"white", src.white_value()}, {"partial", hides(p, src)}}, {stats});
    e.output(
        e.add("clahe", "clahe", {{"luma", luma}, {"alpha", p.alpha == AlphaRule::include}}, {image, lut}));
}

// --- grayworld ---------------------------------------------------------------------------------------

void expand_grayworld(const Normalize& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    if (src.colors() == 1) return e.output(image);  // grey has no colour to balance
    const auto mask =
        e.add("unsaturated", "unsaturated", {{"threshold", p.saturation_threshold}}, {image, e.input(1)});
    Values values = counted(p, Group::channel);
    values["quantities"] = std::vector<std::string>{"count", "mean"};
    const auto stats = e.add("reduce", "stats", values, {image, mask});
    const auto gain = e.add("grayworld_gain", "gain", {{"doubles", in_double(src, src)}}, {stats});
    e.output(e.add("white_balance", "balance", {}, {image, gain}));
}

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
        .check(check)
        .refuse(refuse)
        .expand(expand);
}

}  // namespace sluice::stages
