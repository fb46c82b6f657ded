#include "stages/shared/masks.hpp"

#include <limits>

namespace sluice::stages {
namespace {

struct Peak {
    std::int64_t distance = 1;
    double level = 0;
    double outside = -1;
};

}  // namespace

// A part of peaks.
StageDef peak() {
    return gather<Peak>("peak", "Makes local maxima white.")
        .internal()
        .param("distance", &Peak::distance, "Distance to the farthest neighbour.", range(1, 100), unit("px"))
        .param("level", &Peak::level, "Maxima are above this pixel value.")
        .param("outside", &Peak::outside, "A pixel value below all others.")
        .infer([](const Peak&, const StageInputs& inputs) { return mask_like(inputs.image()); })
        .border([](const Peak& p) {
            return Border{EdgeRule::constant, {p.outside, p.outside, p.outside, p.outside}};
        })
        .reach([](const Peak& p, const StageInputs&) {
            const auto distance = static_cast<std::size_t>(p.distance);
            return Reach{distance, distance, distance, distance};
        })
        .function("peak");
}

}  // namespace sluice::stages
