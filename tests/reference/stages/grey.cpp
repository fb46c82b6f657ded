#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sluice::reference::stages {
namespace {

OfPixel of_pixel(const StageCall& call) {
    const std::string name = word_of(call.values, "weights");
    std::vector<Real> weights{2126, 7152, 722};
    Real all = 10000;
    if (name == "rec601") weights = {299, 587, 114}, all = 1000;
    if (name == "average") weights = {1, 1, 1}, all = 3;
    if (const auto given = numbers_of(call.values, "weights")) {
        all = 1;
        for (std::size_t i = 0; i < 3; ++i) weights[i] = call.real((*given)[i]);
    }
    const bool grey = call.image().format().colors() == 1;
    return [=](const std::vector<Lanes>& pixels) -> Lanes {
        const Lanes& v = pixels[0];
        if (grey) return {v[0]};
        const auto [least, most] = std::minmax({v[0], v[1], v[2]});
        const bool none = std::isnan(v[0]) || std::isnan(v[1]) || std::isnan(v[2]);
        if (none) return {std::numeric_limits<Real>::quiet_NaN()};
        if (name == "max") return {most};
        if (name == "lightness") return {(least + most) / 2};
        return {(v[0] * weights[0] + v[1] * weights[1] + v[2] * weights[2]) / all};
    };
}

}  // namespace

StageReference grey() {
    return each_pixel(of_pixel, [](const StageCall& call) -> PixelBounds {
        const bool grey = call.image().format().colors() == 1;
        Real sum = 0;  // of what is added up, in parts of a sample; of weights that have a name it is 1
        if (const auto given = numbers_of(call.values, "weights"))
            for (const double weight : *given) sum += std::fabs(weight);
        return {.ulps = grey ? Real{0} : 4 * std::max(sum, Real{1}), .between = Between::corners};
    });
}

}  // namespace sluice::reference::stages
