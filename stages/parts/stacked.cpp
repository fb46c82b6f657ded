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
    return PointBuilder<Stacked>("stacked", "Makes one pixel of those at one place of several images.")
        .internal()
        .images_in("image", "An image, in numbers of the first.", 2, most_stacked)
        .image_out("dst", "The result, in the format of the first; so is its alpha.")
        .param("method", &Stacked::method, "What is made of them.", choices{"mean", "median", "sigma"})
        .param("kappa", &Stacked::kappa, "Of sigma: how many deviations are near.", range(1, 100))
        .param("iterations", &Stacked::iterations, "Of sigma: how often what is far is left out.",
               range(1, 20))
        .function([](const Stacked& p, const StageInputs& inputs) {
            const bool whole = std::all_of(inputs.images.begin(), inputs.images.end(), [](const auto& image) {
                return !image || is_integer(image->pixel);
            });
            return KernelFunction{"stacked", "stacked_" + p.method + (whole ? "" : "_real")};
        });
}

}  // namespace sluice::stages
