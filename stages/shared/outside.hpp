// What is outside of an image, in the words of stages that look there.
#pragma once

#include "pipeline/graph/stage_builder.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace sluice::stages {

// Without it: black, or nothing where there is alpha. Pixel values of colours alone are opaque.
using Color = std::optional<Colour>;

inline constexpr const char* edge_doc =
    "Pixels outside the image. clamp: the nearest pixel, repeated. mirror: the image, mirrored at the centre "
    "of its outermost pixels. wrap: the image, repeated. constant: one colour.";
inline constexpr const char* color_doc =
    "Colour outside the image. A CSS colour is the same at every bit depth. Pixel values are one number for "
    "all colours (opaque), one for each colour (opaque), or one for each channel including alpha. none is "
    "black, or transparent if the image has alpha.";

// "" where the colour is one of the image's.
inline std::string wrong_color(const Color& color, const ImageFormat& image) {
    if (!color) return "";
    if (const std::string fault = color->fault(image); !fault.empty()) return fault;
    const auto channels = static_cast<std::size_t>(image.channels);
    const auto colors = static_cast<std::size_t>(image.colors());
    const std::size_t given = color->in(image).size();
    if (given == 1 || given == colors || given == channels) return "";
    std::string right = "1";
    if (colors > 1) right += (image.has_alpha() ? ", " : " or ") + std::to_string(colors);
    if (image.has_alpha()) right += " or " + std::to_string(channels);
    return "color has " + std::to_string(given) + " values, and " + image.text() + " takes " + right;
}

// "" where the colour is meant, and one of the image's.
inline std::string wrong_color(EdgeRule edge, const Color& color, const ImageFormat& image) {
    if (color && edge != EdgeRule::constant)
        return "has a color, which needs edge=constant, but edge=" + std::string(name(edge));
    return wrong_color(color, image);
}

// Of each lane of a pixel (R G B A; grey is the first three).
inline std::vector<double> lanes_of(const Color& color, const ImageFormat& image) {
    if (!color) return {0, 0, 0, 0};
    const auto colors = static_cast<std::size_t>(image.colors());
    const std::vector<double> given = color->in(image);
    const auto at = [&](std::size_t c) {
        return given.size() == 1 ? given.front() : given.at(std::min(c, colors - 1));
    };
    const bool alpha = image.has_alpha() && given.size() == colors + 1;
    return {at(0), at(1), at(2), alpha ? given.back() : image.white_value()};
}

// What a part declares of lanes that it was given.
inline Border border(EdgeRule edge, const std::vector<double>& lanes) {
    Border border{edge};
    std::copy_n(lanes.begin(), border.lanes.size(), border.lanes.begin());
    return border;
}

}  // namespace sluice::stages
