// A second image `b`, whose pixels meet those of the first: in the pixel type and the colours of that.
#pragma once

#include "pipeline/graph/stage_builder.hpp"

#include <string>
#include <vector>

namespace sluice::stages {

constexpr std::size_t most_stacked = 32;  // images of stack; kernels/stacked.cl has room for as many

// Why the pixels of both cannot meet, or "".
inline std::string apart(const ImageFormat& a, const ImageFormat& b) {
    const std::string both = a.text() + " and " + b.text();
    if (a.width != b.width || a.height != b.height)
        return "its images differ in size, " + both + "; resize or crop one of them first";
    if (a.layers != b.layers) return "its images differ in layers: " + both;
    if (a.space != b.space && a.space != Space::data && b.space != Space::data)
        return "its images differ in encoding, " + both + "; convert space= of one of them first";
    if (a.colors() != b.colors() && b.colors() != 1 && (a.colors() == 2 || b.colors() == 2))
        return "two channels of data have no colours: " + both;
    if (a.model != b.model && a.colors() == 3 && b.colors() == 3)
        return "its images differ in colour model, " + both + "; convert to= of one of them first";
    return "";
}

// Whether numbers of b are numbers of a; else white of b is white of a.
inline bool numbers_stay(const ImageFormat& a, const ImageFormat& b) {
    return is_signed_integer(a.pixel) || is_signed_integer(b.pixel);
}

// What kernels/second.clh asks for: numbers of b times `of_b` are numbers of a, and where a is grey and b is
// not, b counts by its luma.
inline std::vector<Constant> second_constants(const ImageFormat& a, const ImageFormat& b) {
    return {{"of_b", numbers_stay(a, b) ? 1.0 : a.white_value() / b.white_value()},
            {"luma", a.colors() == 1 && b.colors() == 3 ? 1.0 : 0.0}};
}

// The second image as real numbers in white and colours of the first, for stages that take numbers as they
// are; itself where it has these.
inline Expansion::Edge in_numbers_of(Expansion& e, const ImageFormat& a, Expansion::Edge b,
                                     const std::string& name) {
    const ImageFormat format = e.format(b);
    const std::vector<Constant> of_b = second_constants(a, format);
    const bool luma = of_b[1].value != 0;
    if (of_b[0].value == 1 && !luma) return b;
    const bool doubles = real_of(a.pixel) == Pixel::f64 || real_of(format.pixel) == Pixel::f64;
    Values values{{"pixel", value_of(doubles ? Pixel::f64 : Pixel::f32)},
                  {"white", format.white_value() * of_b[0].value}};
    if (luma) values["channels"] = std::int64_t{1};
    return e.add("convert", name, values, {b});
}

}  // namespace sluice::stages
