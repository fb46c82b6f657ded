#include "stages/shared/second.hpp"

namespace sluice::stages {
namespace {

std::string against(const NoParams&, const StageInputs& inputs) {
    const ImageFormat &mask = inputs.image(0), &a = inputs.image(1);
    if (mask.width != a.width || mask.height != a.height || mask.layers != a.layers)
        return "its mask is " + mask.text() + ", and its images are " + a.text() +
               "; resize or crop one of them first";
    return apart(a, inputs.image(2));
}

}  // namespace

StageDef select() {
    return PointBuilder<NoParams>("select", "Takes each pixel from one of two images, as where of numpy.")
        .also({{"where", ""}, {"ifthenelse", ""}})
        .image_in("mask", "Mask: the first image is taken where its first channel is not 0.")
        .image_in("a", "The first image.")
        .image_in("b",
                  "The second image. Its values are converted to the white and the channels of the first.")
        .image_out("dst", "The result, in the format of the first image.")
        .refuse(against)
        .infer([](const NoParams&, const StageInputs& inputs) { return inputs.image(1); })
        .alpha([](const NoParams&) { return AlphaLane::apply; })
        .function([](const NoParams&, const StageInputs&) {
            return KernelFunction{"arithmetic", "arithmetic_select"};
        })
        .constants([](const NoParams&, const StageInputs& inputs) {
            const ImageFormat &a = inputs.image(1), &b = inputs.image(2);
            std::vector<Constant> constants = second_constants(a, b);
            constants.push_back({"opaque", b.has_alpha() ? 0.0 : 1.0});
            constants.push_back({"white_a", a.white_value()});
            return constants;
        });
}

}  // namespace sluice::stages
