#include "stages/shared/filter.hpp"

namespace sluice::stages {
namespace {

struct SummedUpTo {
    Pixel pixel = Pixel::f64;
    double low = 0, high = 1;
};

// Whole numbers below 2^53 add up to the same in every order.
bool is_exact(const ImageFormat& image) {
    const double most = std::max(-lowest(image.pixel), highest(image.pixel));
    return is_integer(image.pixel) && most * static_cast<double>(image.width * image.height) <= 0x1p53;
}

}  // namespace

// A part of integral, where items go along many pixels: all of it.
StageDef summed_up_to() {
    return gather<SummedUpTo>("summed_up_to",
                              "Prefix sums: the sum of the rectangle from the first pixel to each pixel.")
        .internal()
        .param("pixel", &SummedUpTo::pixel, "The pixel type of the result.")
        .param("low", &SummedUpTo::low, "Lower end of the intended range.")
        .param("high", &SummedUpTo::high, "Upper end of the intended range.")
        .infer([](const SummedUpTo& p, const StageInputs& inputs) {
            return as_data(inputs.image(), p.pixel, p.low, p.high);
        })
        .prefix_sums(
            [](const SummedUpTo&, const StageInputs& inputs) { return PrefixSums{is_exact(inputs.image())}; })
        .function([](const SummedUpTo&, const StageInputs&) {
            return KernelFunction{"summed_up_to", "summed_up_to"};
        })
        .constants([](const SummedUpTo&, const StageInputs&) -> std::vector<Constant> {
            return {{"shift", prefix_shift}};
        });
}

}  // namespace sluice::stages
