#include "pipeline/core/luma.hpp"
#include "stages/shared/light.hpp"

#include <cmath>

namespace sluice::stages {
namespace {

struct Temperature {
    double kelvin = 6500, tint = 0;
};

using Light = std::array<double, 3>;

// Linear R G B (IEC 61966-2-1) of daylight: CIE 15, from 4000 K on; below, the same formula is close to the
// light of bulbs.
Light daylight(double kelvin) {
    const double m = 1000 / kelvin;
    const double x = kelvin <= 7000 ? 0.244063 + m * (0.09911 + m * (2.9678 - m * 4.6070))
                                    : 0.237040 + m * (0.24748 + m * (1.9018 - m * 2.0064));
    const double y = -3 * x * x + 2.87 * x - 0.275;
    const double X = x / y, Z = (1 - x - y) / y;
    return {3.2404542 * X - 1.5371385 - 0.4985314 * Z, -0.9692660 * X + 1.8760108 + 0.0415560 * Z,
            0.0556434 * X - 0.2040259 + 1.0572252 * Z};
}

Light gains(const Temperature& p) {
    const Light from = daylight(p.kelvin), to = daylight(6500);
    Light gains{to[0] / from[0], to[1] / from[1] * std::exp2(-p.tint), to[2] / from[2]};
    const double luma = luma_of(gains);
    if (p.kelvin == 6500 && p.tint == 0) return {1, 1, 1};
    for (double& gain : gains) gain /= luma;
    return gains;
}

}  // namespace

StageDef temperature() {
    return point<Temperature>("temperature",
                              "Corrects the colour temperature of the light in an image: daylight (CIE) of "
                              "this temperature becomes 6500 K, in linear light, and white keeps its "
                              "brightness. sRGB-encoded values are decoded first and encoded again.")
        .also({{"colortemperature", "5000"}, {"warm", "5000"}, {"cool", "8000"}})
        .example("5000")
        .param("kelvin", &Temperature::kelvin,
               "Temperature of the light in the image. 6500 leaves the image as it is, a higher value makes "
               "it warmer.",
               range(2500, 25000), unit("K"), live)
        .param("tint", &Temperature::tint,
               "Tint: green is multiplied by 2^-tint. Above 0 the image turns magenta, below 0 green.",
               range(-2, 2), unit("stops"), live)
        .refuse([](const Temperature&, const StageInputs& inputs) { return not_rgb(inputs.image()); })
        .infer([](const Temperature&, const StageInputs& inputs) { return moved(inputs.image()); })
        .function([](const Temperature&, const StageInputs& inputs) {
            return inputs.image().colors() == 3 ? gain_of_light(inputs) : of_three("gain", inputs);
        })
        .constants(
            [](const Temperature& p, const StageInputs& inputs) { return gains_of_light(gains(p), inputs); });
}

}  // namespace sluice::stages
