#include "stages/shared/masks.hpp"

namespace sluice::stages {
namespace {

struct PeakNear {
    std::int64_t distance = 1;
    double level = 0;
    double outside = -1;
};

}  // namespace

// A part of peaks.
StageDef peak_near() {
    return gather<PeakNear>("peak_near", "Makes maxima of small squares white.")
        .internal()
        .param("distance", &PeakNear::distance, "Distance to the farthest neighbour.", range(1, 100),
               unit("px"))
        .param("level", &PeakNear::level, "Maxima are above this pixel value.")
        .param("outside", &PeakNear::outside, "A pixel value below all others.")
        .infer([](const PeakNear&, const StageInputs& inputs) { return mask_like(inputs.image()); })
        .border([](const PeakNear& p) {
            return Border{EdgeRule::constant, {p.outside, p.outside, p.outside, p.outside}};
        })
        .reach([](const PeakNear& p, const StageInputs&) {
            const auto distance = static_cast<std::size_t>(p.distance);
            return Reach{distance, distance, distance, distance};
        })
        .function("peak_near");
}

}  // namespace sluice::stages
