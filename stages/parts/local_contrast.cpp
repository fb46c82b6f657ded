#include "stages/shared/boxes.hpp"

namespace sluice::stages {
namespace {

struct LocalContrast {
    double strength = 0.2, count = 9;
};

}  // namespace

// A part of localnorm.
StageDef local_contrast() {
    return point<LocalContrast>("local_contrast", "Counts colours in deviations from a mean.")
        .internal()
        .image_in("sum", "Of what is around each pixel, in numbers of `centred`.")
        .image_in("squares", "That of their squares.")
        .param("strength", &LocalContrast::strength, "What a deviation becomes.", live)
        .param("count", &LocalContrast::count, "How many pixels they are sums of.")
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
