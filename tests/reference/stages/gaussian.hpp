// exp(-x^2 / 2 sigma^2) for |x| up to floor(truncate * sigma + 0.5), divided by their sum, as
// scipy.ndimage.gaussian_filter has it.
#pragma once

#include "tests/reference/weighed.hpp"

#include <cmath>

namespace sluice::reference {

// The same weights around each pixel.
inline Axis even_axis(std::size_t size, const std::vector<double>& weights) {
    Axis axis(size);
    for (std::size_t i = 0; i < size; ++i)
        axis[i] = {static_cast<std::int64_t>(i) - static_cast<std::int64_t>(weights.size() / 2), weights};
    return axis;
}

inline Axis gaussian_axis(std::size_t size, double sigma, double truncate) {
    const auto radius = static_cast<std::int64_t>(truncate * sigma + 0.5);
    std::vector<Real> shape;
    Real sum = 0;
    for (std::int64_t x = -radius; x <= radius; ++x) {
        const Real of_sigma = radius == 0 ? 0 : static_cast<Real>(x) / sigma;
        shape.push_back(std::exp(-of_sigma * of_sigma / 2));
        sum += shape.back();
    }
    std::vector<double> weights;
    for (const Real v : shape) weights.push_back(static_cast<double>(v / sum));
    return even_axis(size, weights);
}

}  // namespace sluice::reference
