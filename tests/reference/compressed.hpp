// Stretches by a function that rises ever more slowly: white * f(strength * v / white) / f(strength).
#pragma once

#include "tests/reference/stage.hpp"

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
        [](const StageCall& call) -> Tolerance {
            const Pixel pixel = call.image().format().pixel;
            return {is_integer(pixel) || pixel == Pixel::f16 ? 1.0 : 12.0, 0};
        });
}

}  // namespace sluice::reference
