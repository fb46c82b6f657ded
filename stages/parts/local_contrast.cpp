#include "stages/shared/boxes.hpp"

namespace sluice::stages {
namespace {

struct LocalContrast {
    double strength = 0.2, count = 9;
};

}  // namespace

// A part of localnorm.
StageDef local_contrast() {
    return point<LocalContrast>(
               "local_contrast",
               "Divides the distance of colours from the local mean by the local standard deviation.")
        .internal()
        .image_in("sum", "Sum of the neighbourhood of each pixel, after `centred`.")
        .image_in("squares", "Sum of the squares.")
        .param("strength", &LocalContrast::strength, "Standard deviation of the result.", live)
        .param("count", &LocalContrast::count, "Number of pixels in each sum.")
        .infer([](const LocalContrast& p, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            const double white = dst.white_value(), two = 2 * p.strength * white;  // deviations
            if (!is_integer(dst.pixel)) dst.meant = ValueRange{0.5 * white - two, 0.5 * white + two};
            return dst;
        })
        .function("local_contrast")
        .constants([](const LocalContrast&, const StageInputs& inputs) -> std::vector<Constant> {
            return {{"middle", middle_of(inputs.image())}};
        });
}

}  // namespace sluice::stages
