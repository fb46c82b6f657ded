#include "tests/reference/points.hpp"

#include "tests/reference/pixels.hpp"

#include <cmath>
#include <functional>

namespace sluice::reference {
namespace {

HostImage each_colour(const ConstHostView& src, const std::function<Real(Real)>& function) {
    const ImageFormat& format = src.format;
    HostImage image(format);
    for (std::size_t row = 0; row < rows(format); ++row)
        for (std::size_t x = 0; x < format.width; ++x)
            for (int c = 0; c < format.colors(); ++c) {
                const Real result = function(value(src, x, row, c));
                set_value(image.view(), x, row, c, stored(result, format.pixel));
            }
    if (format.has_alpha()) copy_channel(src, image.view(), format.colors(), 0, rows(format));
    return image;
}

}  // namespace

HostImage invert(const ConstHostView& src) {
    const Pixel pixel = src.format.pixel;
    if (is_integer(pixel) && is_signed(pixel)) return each_colour(src, [](Real v) { return -1 - v; });  // ~v
    return each_colour(src, [white = src.format.white_value()](Real v) { return white - v; });
}

HostImage gamma(const ConstHostView& src, double exponent) {
    return each_colour(src, [white = static_cast<Real>(src.format.white_value()), exponent](Real v) -> Real {
        if (v == 0) return 0;
        return white * std::copysign(std::pow(std::fabs(v) / white, static_cast<Real>(exponent)), v);
    });
}

}  // namespace sluice::reference
