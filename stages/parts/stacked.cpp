#include "stages/shared/second.hpp"

namespace sluice::stages {
namespace {

struct Stacked {
    std::string method = "mean";
    double kappa = 3;
    std::int64_t iterations = 1;
};

}  // namespace

// A part of stack.
StageDef stacked() {
    return PointBuilder<Stacked>("stacked", "Combines the pixels at the same position in several images.")
        .internal()
        .images_in("image", "An image, converted to the type of the first.", 2, most_stacked)
        .image_out("dst", "The result, in the format of the first image and with its alpha.")
        .param("method", &Stacked::method, "How pixels are combined.", choices{"mean", "median", "sigma"})
        .param("kappa", &Stacked::kappa,
               "For sigma: values up to this many standard deviations away are kept.", range(1, 100))
        .param("iterations", &Stacked::iterations, "For sigma: how many times distant values are removed.",
               range(1, 20))
        .function([](const Stacked& p, const StageInputs& inputs) {
            const bool whole = std::all_of(inputs.images.begin(), inputs.images.end(), [](const auto& image) {
                return !image || is_integer(image->pixel);
            });
            return KernelFunction{"stacked", "stacked_" + p.method + (whole ? "" : "_real")};
        });
}

}  // namespace sluice::stages
