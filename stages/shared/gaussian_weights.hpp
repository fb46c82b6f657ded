// The weights of a Gaussian, as scipy.ndimage.gaussian_filter has them: exp(-x^2 / 2 sigma^2) up to
// `truncate` sigma, divided by their sum.
#pragma once

#include <cmath>
#include <numeric>
#include <vector>

namespace sluice::stages {

inline std::vector<double> gaussian_weights(double sigma, double truncate = 4) {
    const auto radius = static_cast<int>(truncate * sigma + 0.5);
    std::vector<double> weights;
    for (int x = -radius; x <= radius; ++x)
        weights.push_back(radius == 0 ? 1 : std::exp(-0.5 / (sigma * sigma) * (static_cast<double>(x) * x)));
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights) weight /= sum;
    return weights;
}

}  // namespace sluice::stages
