// Values along a line, which devices round once: long double would round before, and another time when it is
// stored.
#pragma once

#include "tests/reference/stage.hpp"

#include <cmath>

namespace sluice::reference {

inline OfSample sloped(const StageCall& call, double slope, double intercept) {
    if (real_of(call.image().format().pixel) == Pixel::f64)
        return [=](Real v) { return std::fma(static_cast<double>(v), slope, intercept); };
    return [a = static_cast<float>(slope), b = static_cast<float>(intercept)](Real v) {
        return std::fma(static_cast<float>(v), a, b);
    };
}

}  // namespace sluice::reference
