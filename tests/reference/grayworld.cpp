#include "tests/reference/grayworld.hpp"

#include "tests/reference/compensated_sum.hpp"
#include "tests/reference/map_groups.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sluice::reference {
namespace {

// In the arithmetic of a device, which is that of the pixels: for a pixel on the threshold another precision
// may decide otherwise.
template <class Number>
bool unsaturated(Real least, Real most, double threshold) {
    const Number apart = static_cast<Number>(most) - static_cast<Number>(least);
    const Number limit = static_cast<Number>(threshold) * static_cast<Number>(most);
    return apart <= limit;
}

struct Means {
    std::array<Real, 3> mean{};
    std::size_t count = 0;
};

Means means_of(const ConstHostView& src, std::size_t layer, double threshold, const Counted& counted) {
    std::array<CompensatedSum, 3> sums;
    Means means;
    for_each_pixel(src, layer, {0, 1, 2}, counted, [&](std::size_t x, std::size_t row) {
        std::array<Real, 3> v{};
        for (int c = 0; c < 3; ++c) v[static_cast<std::size_t>(c)] = value(src, x, row, c);
        if (!counts_in_grayworld(v, threshold, src.format, counted)) return;
        ++means.count;
        for (std::size_t c = 0; c < 3; ++c) sums[c].add(v[c]);
    });
    for (std::size_t c = 0; c < 3; ++c) means.mean[c] = sums[c].value() / static_cast<Real>(means.count);
    return means;
}

}  // namespace

bool counts_in_grayworld(const std::array<Real, 3>& colours, double threshold, const ImageFormat& format,
                         const Counted& counted) {
    if (!std::all_of(colours.begin(), colours.end(), [](Real v) { return std::isfinite(v); })) return false;
    const auto [least, most] = std::minmax_element(colours.begin(), colours.end());
    const auto wide = [](const ImageFormat& f) { return real_of(f.pixel) == Pixel::f64; };
    return wide(format) || (counted.mask && wide(counted.mask->format))
               ? unsaturated<double>(*least, *most, threshold)
               : unsaturated<float>(*least, *most, threshold);
}

Normalized grayworld(const ConstHostView& src, double saturation_threshold, const Counted& counted) {
    const GroupMapping colours_only{Grouping::channel, AlphaRule::exclude};
    if (src.format.colors() == 1)
        return map_groups(src, colours_only, [](std::size_t, const ChannelGroup&, std::size_t) -> Map {
            return [](Real v) { return v; };
        });
    return map_groups(src, colours_only,
                      [&](std::size_t layer, const ChannelGroup&, std::size_t channel) -> Map {
                          const Means means = means_of(src, layer, saturation_threshold, counted);
                          if (means.count == 0) return {};
                          const Real grey = (means.mean[0] + means.mean[1] + means.mean[2]) / 3;
                          const Real gain = means.mean[channel] == 0 ? 1 : grey / means.mean[channel];
                          return [gain](Real v) { return v * gain; };
                      });
}

}  // namespace sluice::reference
