// What stages that change light have in common.
#pragma once

#include "pipeline/graph/stage_builder.hpp"
#include "stages/shared/model.hpp"

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace sluice::stages {

// An image whose values may now lie where they did not before: of floats nothing is known then, whatever live
// parameters say.
inline ImageFormat moved(const ImageFormat& image) {
    ImageFormat dst = image;
    dst.meant.reset();
    return dst;
}

// The function of kernels/<name>.cl that has its name, for images of three colours; grey stays as it is.
inline KernelFunction of_three(const std::string& name, const StageInputs& inputs) {
    const std::string function = inputs.image().colors() == 3 ? name : "as_is";
    return {function, function};
}
// ... for images with alpha; others stay as they are.
inline KernelFunction of_alpha(const std::string& name, const StageInputs& inputs) {
    const std::string function = inputs.image().has_alpha() ? name : "as_is";
    return {function, function};
}
// Functions that divide have a second form for real numbers, which may be of any size (kernels/divide.clh).
inline std::string dividing(const std::string& name, const StageInputs& inputs) {
    return is_integer(inputs.image().pixel) ? name : name + "_real";
}
// Those of kernels/<name>.cl, for images with alpha.
inline KernelFunction of_alpha_dividing(const std::string& name, const StageInputs& inputs) {
    if (!inputs.image().has_alpha()) return of_alpha(name, inputs);
    return {name, dividing(name, inputs)};
}
// kernels/gain.cl, for gains of light: values that are sRGB encoded are decoded before and encoded after;
// what is no light is multiplied as it is.
inline KernelFunction gain_of_light(const StageInputs& inputs) {
    return {"gain", inputs.image().space == Space::encoded ? "gain_encoded" : "gain"};
}

inline std::vector<Constant> of_colours(const std::array<double, 3>& numbers) {
    return {{"red", numbers[0]}, {"green", numbers[1]}, {"blue", numbers[2]}};
}
inline std::vector<Constant> gains_of_light(const std::array<double, 3>& gains, const StageInputs& inputs) {
    std::vector<Constant> constants = of_colours(gains);
    if (inputs.image().space != Space::encoded) return constants;
    for (const Constant& gain : of_colours(gains))
        constants.push_back({gain.name + "_root", std::pow(gain.value, 1 / 2.4)});
    return constants;
}

}  // namespace sluice::stages
