// exp(-x^2 / 2 sigma^2) for |x| up to floor(truncate * sigma + 0.5), divided by their sum, as
// scipy.ndimage.gaussian_filter has it.
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"
#include "tests/reference/weighed.hpp"

#include <cmath>

namespace sluice::reference::stages {
namespace {

Axis blurred(std::size_t size, double sigma, double truncate) {
    const auto radius = static_cast<std::int64_t>(truncate * sigma + 0.5);
    std::vector<Real> weights;
    Real sum = 0;
    for (std::int64_t x = -radius; x <= radius; ++x) {
        const Real of_sigma = radius == 0 ? 0 : static_cast<Real>(x) / sigma;
        weights.push_back(std::exp(-of_sigma * of_sigma / 2));
        sum += weights.back();
    }
    Axis axis(size);
    for (std::size_t i = 0; i < size; ++i) {
        axis[i].first = static_cast<std::int64_t>(i) - radius;
        for (const Real weight : weights) axis[i].weights.push_back(static_cast<double>(weight / sum));
    }
    return axis;
}

}  // namespace

StageReference gaussian() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        const std::vector<double> sigma = numbers_of(call.values, "sigma").value();
        const double truncate = call.number("truncate");
        return {weighed(src, src.format(), blurred(src.format().width, sigma.front(), truncate),
                        blurred(src.format().height, sigma.back(), truncate),
                        {word_of(call.values, "edge"), call.number("value")},
                        word_of(call.values, "alpha") == "weigh")};
    }};
}

}  // namespace sluice::reference::stages
