// Stretches by a function that rises ever more slowly: white * f(strength * v / white) / f(strength).
#pragma once

#include "tests/reference/stage.hpp"

#include <limits>

namespace sluice::reference {

// `function`: odd, off by up to 4 ulp on a device.
inline StageReference compressed(Real (*function)(Real)) {
    return each_colour(
        [function](const StageCall& call) -> OfSample {
            const Real white = call.image().format().white_value(), strength = call.number("strength");
            const Real inner = call.real(static_cast<double>(strength / white));
            const Real outer = call.real(static_cast<double>(white / function(strength)));
            return [=](Real v) { return function(call.real(v * inner)) * outer; };
        },
        [function](const StageCall& call) -> Tolerance {
            const ImageFormat& format = call.image().format();
            const Pixel pixel = format.pixel;
            // What is as small as that loses digits before it becomes larger.
            const double least = real_of(pixel) == Pixel::f64 ? std::numeric_limits<double>::denorm_min()
                                                              : std::numeric_limits<float>::denorm_min();
            const Real outer = format.white_value() / function(call.number("strength"));
            return {is_integer(pixel) || pixel == Pixel::f16 ? 1.0 : 12.0,
                    2 * least * static_cast<double>(outer)};
        });
}

}  // namespace sluice::reference
