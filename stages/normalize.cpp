#include "pipeline/core/transfer.hpp"
#include "pipeline/graph/stage_builder.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::stages {
namespace {

using Range = std::optional<std::vector<double>>;

struct Normalize {
    std::string mode = "minmax";
    Range out, in;
    bool clamp = true;
    Group group = Group::channel;
    std::string constant = "keep";
    AlphaRule alpha = AlphaRule::exclude;
    double strength = 1;
    double independence = 1;
    std::optional<Space> space;
    std::optional<Pixel> pixel;
    std::optional<Rect> region;
};

// The range as whole numbers where the pixel type is an integer.
std::pair<double, double> ends(const std::vector<double>& range, Pixel pixel) {
    if (!is_integer(pixel)) return {range[0], range[1]};
    return {std::nearbyint(range[0]), std::nearbyint(range[1])};
}

// What is done to an image in the space where the stretch happens.
Expansion::Edge stretched(const Normalize& p, Expansion& e, Expansion::Edge image, const ImageFormat& src,
                          const ImageFormat& dst) {
    const bool luma = p.group == Group::luma && src.colors() == 3;
    const bool doubles = real_of(src.pixel) == Pixel::f64 || real_of(dst.pixel) == Pixel::f64;
    const double units = is_signed_integer(src.pixel) || is_signed_integer(dst.pixel)
                             ? 1.0
                             : dst.white_value() / src.white_value();

    Expansion::Edge stats;
    const auto [lo, hi] = p.in ? ends(*p.in, src.pixel) : std::pair(src.range_low(), src.range_high());
    if (p.in) {
        stats = e.add("given_range", "given", {{"lo", lo}, {"hi", hi}, {"doubles", doubles}}, {});
    } else {
        Values values{{"group", value_of(p.group)},
                      {"alpha", value_of(p.alpha)},
                      {"quantities", std::vector<std::string>{"min", "max"}}};
        if (p.region) values["region"] = value_of(*p.region);
        stats = e.add("reduce", "stats", values, {image, e.input(1)});
    }
    const auto [low, high] = p.out ? ends(*p.out, dst.pixel) : std::pair(dst.range_low(), dst.range_high());
    const double independence = p.group == Group::channel && !p.in ? p.independence : 1.0;
    // What stretch8 and stretch16 do exactly.
    const bool narrow = hi - lo <= 300 && std::min(low, high) >= -128 && std::max(low, high) <= 255;
    const bool wide = hi - lo >= 4194304 || std::fabs(high - low) >= 4194304 || std::fabs(low) >= 4194304;
    const bool whole =
        p.strength == 1 && independence == 1 && (!wide || src.pixel == Pixel::i32 || dst.pixel == Pixel::i32);
    const bool rescales = whole && is_integer(src.pixel) && is_integer(dst.pixel) && units != 1;
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
                                         {"doubles", doubles}},
                                        {stats});
    return e.add("stretch", "stretch",
                 {{"pixel", value_of(dst.pixel)},
                  {"white", dst.white},
                  {"clamp", p.clamp},
                  {"luma", luma},
                  {"alpha", p.alpha == AlphaRule::include},
                  {"exact", whole},
                  {"narrow", narrow},
                  {"units", units}},
                 {image, range});
}

void expand(const Normalize& p, Expansion& e) {
    Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    ImageFormat dst = src;
    if (p.pixel && *p.pixel != src.pixel) {
        dst.pixel = *p.pixel;
        dst.white = 0;
    }
    const bool bends = p.space && *p.space != src.space && src.space != Space::data;
    if (!bends) return e.output(stretched(p, e, image, src, dst));

    // There and back as real numbers; the ranges go there too.
    image = e.add("curve", "there", {{"to", value_of(*p.space)}, {"white", src.white_value()}}, {image});
    const ImageFormat there = e.format(image);
    const auto bent = [&](const std::vector<double>& range, const ImageFormat& format) {
        const auto [low, high] = ends(range, format.pixel);
        const auto bend = [&](double v) { return transferred(v / format.white_value(), *p.space); };
        return std::vector<double>{bend(low) * there.white_value(), bend(high) * there.white_value()};
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

}  // namespace

StageDef normalize() {
    return composition<Normalize>(
               "normalize",
               "Stretches contrast to the full range of the pixel type, driven by what the image holds.")
        .image_in("src", "The image.")
        .image_in("mask", "Only pixels whose mask is not 0 are measured; all are stretched.", true)
        .image_out("dst", "The result.")
        .param("mode", &Normalize::mode,
               "minmax: the minimum and the maximum of each group go to the ends of `out`.",
               choices{"minmax"})
        .param("out", &Normalize::out,
               "Where minimum and maximum go, in code values of the result; high, low inverts.", count(2, 2),
               keyword("full"))
        .param("in", &Normalize::in,
               "A range in the place of the measured one, in code values of the source.", count(2, 2),
               keyword("auto"))
        .param("clamp", &Normalize::clamp, "Whether values outside of the range go to its ends.")
        .param("group", &Normalize::group, "Each channel for itself, all together, or colours by their luma.")
        .param("constant", &Normalize::constant, "What becomes of a group with one value only.",
               choices{"keep", "low", "mid", "zero"})
        .param("alpha", &Normalize::alpha,
               "exclude: alpha is left alone; include: it is a channel; visible: pixels with alpha 0 are not "
               "measured.",
               choices{"exclude", "include", "visible"})
        .param("strength", &Normalize::strength,
               "1 goes the whole way to `out`, 0 leaves the image as it is.", range(0, 1))
        .param("independence", &Normalize::independence, "1 is each channel for itself, 0 all together.",
               range(0, 1))
        .param("space", &Normalize::space, "Where to stretch: linear light, or sRGB encoded values.",
               choices{"encoded", "linear"}, keyword("keep"))
        .param("pixel", &Normalize::pixel, "The pixel type of the result.", keyword("keep"))
        .param("region", &Normalize::region, "x, y, width, height: nothing outside is measured.",
               keyword("all"))
        .check([](const Normalize& p) -> std::string {
            if (p.in && (*p.in)[0] > (*p.in)[1])
                return "in: the first number must not be above the second; to invert, turn `out` around";
            return "";
        })
        .expand(expand);
}

}  // namespace sluice::stages
