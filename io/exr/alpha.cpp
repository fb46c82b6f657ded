#include "io/exr/alpha.hpp"

#include <type_traits>

namespace sluice {
namespace {

float as_float(std::uint16_t half) { return half_to_float(half); }
float as_float(float value) { return value; }

template <class Sample, class Change>
void change_colours(const HostView& rows, Change change) {
    const auto colours = static_cast<std::size_t>(rows.format.colors());
    for (std::size_t y = 0; y < rows.format.height; ++y) {
        auto* pixel = reinterpret_cast<Sample*>(rows.row(y));
        for (std::size_t x = 0; x < rows.format.width; ++x, pixel += rows.step()) {
            const float alpha = as_float(pixel[colours]);
            if (alpha == 1) continue;
            for (std::size_t c = 0; c < colours; ++c) {
                const float value = change(as_float(pixel[c]), alpha);
                if constexpr (std::is_same_v<Sample, float>)
                    pixel[c] = value;
                else
                    pixel[c] = float_to_half(value);
            }
        }
    }
}

template <class Change>
void change_pixels(const HostView& rows, Change change) {
    if (rows.format.pixel == Pixel::f32)
        change_colours<float>(rows, change);
    else
        change_colours<std::uint16_t>(rows, change);
}

}  // namespace

void divide_by_alpha(const HostView& rows) {
    change_pixels(rows, [](float value, float alpha) { return alpha > 0 ? value / alpha : value; });
}
void multiply_with_alpha(const HostView& rows) {
    change_pixels(rows, [](float value, float alpha) { return value * alpha; });
}

}  // namespace sluice
