// minmax and percentile: a range is found, and goes to another one along a line.
#include "stages/normalize/modes.hpp"

#include "pipeline/core/transfer.hpp"
#include "pipeline/graph/exact_line.hpp"
#include "pipeline/graph/meant_range.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::stages {
namespace {

double span_of(Pixel pixel) { return highest(pixel) - lowest(pixel); }  // infinite of floats

// Where the ends of the range go.
std::vector<double> ends(const Normalize& p, const ImageFormat& dst) {
    return p.out ? given(p.out, dst) : std::vector<double>{dst.range_low(), dst.range_high()};
}

struct OnLine {
    Expansion::Edge image, range;
};

// Along a line, in the space where the stretch happens.
OnLine along_line(const Normalize& p, Expansion& e, Expansion::Edge image, const ImageFormat& src,
                  const ImageFormat& dst) {
    const Group group = p.grouping();
    const bool luma = p.luma(src);
    const bool doubles = in_double(src, dst);
    const double units = units_of(src, dst);
    const double independence = group == Group::channel && !p.in ? p.independence : 1.0;
    const std::vector<double> out = ends(p, dst), in = given(p.in, src);
    const double low = out[0], high = out[1];
    const ExactLine line(in, low, high);
    double extent = in.empty() ? span_of(src.pixel) : 0, reach = span_of(src.pixel);  // of the widest range
    for (std::size_t i = 0; i < in.size(); i += 2) {
        extent = std::max(extent, in[i + 1] - in[i]);
        reach = std::max({reach, in[i + 1] - in[i], highest(src.pixel) - in[i], in[i] - lowest(src.pixel)});
    }
    const bool integers = is_integer(src.pixel) && is_integer(dst.pixel);
    const bool exact = integers && !luma && p.strength == 1 && independence == 1 && !p.smooths() &&
                       line.fits(extent, reach, doubles);
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
    if (p.smooths())
        for (std::size_t i = 0; i < found.size(); ++i)
            found[i] =
                smoothed(p, e, i == 0 ? "smoothed" : "joint_smoothed", {found[i], std::nullopt}, doubles);
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
    if (!is_integer(src.pixel)) e.add("indistinct", "indistinct", {{"doubles", doubles}}, {range});
    // Whether values of the image may lie outside of the range.
    const bool everywhere = luma || (!p.in && (p.region || p.smooths() || e.input(1)));
    ValueRange meant = stretched_range(src.meant_range(), in, {low, high}, p.clamp, everywhere);
    if (p.strength != 1) meant = hull(meant, on_line(src.meant_range(), units));
    const Expansion::Edge result = e.add("stretch", "stretch",
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
    return {result, range};
}

// What lies between the ends of a line is lifted as real numbers, and rounded once.
Expansion::Edge lifted(const Normalize& p, Expansion& e, Expansion::Edge image, const ImageFormat& src,
                       const ImageFormat& dst) {
    Normalize whole = p;
    whole.strength = 1;
    whole.out = ends(p, dst);
    ImageFormat real = dst;
    real.pixel = in_double(src, dst) ? Pixel::f64 : real_of(dst.pixel);
    real.white = (is_signed_integer(dst.pixel) ? src : dst).white_value();  // beside signed ones numbers stay
    const OnLine on = along_line(whole, e, image, src, real);
    return e.add("lifted", "lifted",
                 {{"pixel", value_of(dst.pixel)},
                  {"white", dst.white},
                  {"curve", p.stretch},
                  {"lift", p.lift.value_or(p.stretch == "asinh" ? 10 : 1000)},
                  {"strength", p.strength},
                  {"units", units_of(src, dst)},
                  {"alpha", p.alpha == AlphaRule::include}},
                 {on.image, image, on.range});
}

// What is done to an image in the space where the stretch happens.
Expansion::Edge stretched(const Normalize& p, Expansion& e, Expansion::Edge image, const ImageFormat& src,
                          const ImageFormat& dst) {
    return p.lifts() ? lifted(p, e, image, src, dst) : along_line(p, e, image, src, dst).image;
}

}  // namespace

void expand_stretch(const Normalize& p, Expansion& e) {
    Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    ImageFormat dst = src;
    if (p.pixel && *p.pixel != src.pixel) {
        dst.pixel = *p.pixel;
        dst.white = 0;
    }
    const bool bends = p.space && *p.space != src.space;
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
    if (p.in) inside.in = bent(given(p.in, src), src);
    inside.out = bent(ends(p, dst), dst);
    image = stretched(inside, e, image, there, there);
    image = e.add("curve", "back", {{"to", value_of(src.space)}, {"white", dst.white_value()}}, {image});
    if (!(e.format(image) == dst))
        image =
            e.add("rescale", "sink",
                  {{"pixel", value_of(dst.pixel)}, {"white", dst.white}, {"keep_numbers", true}}, {image});
    e.output(image);
}

}  // namespace sluice::stages
