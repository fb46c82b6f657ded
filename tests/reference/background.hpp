// What differs from a background, as `bounds` and `trim` find it.
#pragma once

#include "tests/reference/moved.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace sluice::reference {

struct Box {
    std::size_t x = 0, y = 0, width = 0, height = 0;  // the last two are 0 if all is background

    bool operator==(const Box&) const = default;
};

// As a device subtracts them: rounded to a float, or to a double.
inline double distance_on_device(double a, double b, Pixel pixel) {
    if (real_of(pixel) == Pixel::f64) return std::fabs(a - b);
    return std::fabs(static_cast<float>(a) - static_cast<float>(b));
}

inline bool is_near_background(double v, double background, double level, Pixel pixel) {
    if (!std::isfinite(background)) return !std::isfinite(v);
    return std::isfinite(v) && distance_on_device(v, background, pixel) <= level;
}

// Of a layer, with its margin. Parameters: tolerance, color, margin.
inline Box box_of(const StageCall& call, std::size_t layer) {
    const HostImage& image = call.image().expected;
    const ImageFormat& format = image.format();
    const auto at = [&](std::size_t x, std::size_t y, int channel) {
        return value(image.view(), x, layer * format.height + y, channel);
    };
    std::vector<double> background;
    const bool corner = word_of(call.values, "color") == "corner";
    const Beside given = corner ? Beside{} : beside_of(call.values, format);
    for (int c = 0; c < format.channels; ++c)
        background.push_back(
            corner ? at(0, 0, c)
                   : static_cast<double>(call.real(given.color.at(static_cast<std::size_t>(c)))));
    const auto level = static_cast<double>(call.real(call.number("tolerance") * format.white_value()));
    const auto is_background = [&](std::size_t x, std::size_t y) {
        if (format.has_alpha() && !(at(x, y, format.colors()) > level)) return true;
        for (int c = 0; c < format.channels; ++c)
            if (!is_near_background(at(x, y, c), background[static_cast<std::size_t>(c)], level,
                                    format.pixel))
                return false;
        return true;
    };
    std::size_t left = format.width, top = format.height, right = 0, bottom = 0;
    for (std::size_t y = 0; y < format.height; ++y)
        for (std::size_t x = 0; x < format.width; ++x) {
            if (is_background(x, y)) continue;
            left = std::min(left, x), right = std::max(right, x + 1);
            top = std::min(top, y), bottom = std::max(bottom, y + 1);
        }
    if (right == 0) return {};
    const auto margin = static_cast<std::size_t>(call.number("margin"));
    left -= std::min(left, margin), top -= std::min(top, margin);
    right = std::min(format.width, right + margin), bottom = std::min(format.height, bottom + margin);
    return {left, top, right - left, bottom - top};
}

}  // namespace sluice::reference
