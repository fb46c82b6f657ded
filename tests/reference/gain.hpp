// Colours times a gain of their own, in light that is decoded before and encoded after where it is sRGB
// encoded: there a device's pow is off on both ways (srgb.hpp). Grey takes that of red. Floats are exact
// else, doubles off by as many units as the gains are that a host computes.
#pragma once

#include "tests/reference/srgb.hpp"
#include "tests/reference/stage.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

namespace sluice::reference {

using Gains = std::array<Real, 3>;

inline StageReference gained(const std::function<Gains(const StageCall&)>& gains, bool of_light,
                             Real ulps_of_doubles = 1) {
    const auto bends = [of_light](const StageCall& call) {
        return of_light && call.image().format().space == Space::encoded;
    };
    return each_pixel(
        [=](const StageCall& call) -> OfPixel {
            Gains each = gains(call);
            for (Real& gain : each) gain = call.real(gain);
            const Real white = bends(call) ? call.image().format().white_value() : 0;
            const auto colors = static_cast<std::size_t>(call.image().format().colors());
            return [=](const std::vector<Lanes>& pixels) {
                Lanes lanes = pixels[0];
                lanes.resize(colors);
                for (std::size_t c = 0; c < colors; ++c) {
                    Real& v = lanes[c];
                    if (white == 0)
                        v = call.real(v * each[c]);  // may lie halfway between two integers now
                    else if (each[c] != 1)
                        v = white *
                            srgb_to_encoded(call.real(call.real(srgb_to_linear(v / white)) * each[c]));
                }
                return lanes;
            };
        },
        [=](const StageCall& call) -> PixelBounds {
            const Gains each = gains(call);
            const bool same = std::all_of(each.begin(), each.end(), [](Real gain) { return gain == 1; });
            const Real exact = real_of(call.image().format().pixel) == Pixel::f64 ? ulps_of_doubles : 0;
            const Real bent = srgb_to_linear_ulp + srgb_to_encoded_ulp;
            return {same ? 0 : bends(call) ? bent : exact, 0, Between::corners};
        });
}

}  // namespace sluice::reference
