#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Structure {
    double middle_a = 0, middle_b = 0, top = 1;
};

}  // namespace

// A part of compare.
StageDef structure() {
    return PointBuilder<Structure>("structure",
                                   "Structural similarity (SSIM) of two images around each pixel.")
        .internal()
        .image_in("mean_a", "Mean of the first image, after `centred`.")
        .image_in("mean_b", "Mean of the second image.")
        .image_in("squares_a", "Mean of the squares of the first image.")
        .image_in("squares_b", "Mean of the squares of the second image.")
        .image_in("products", "Mean of the products of both images.")
        .image_out("dst", "The similarity; 1 if the images are equal.")
        .param("middle_a", &Structure::middle_a, "Number that was subtracted from the first image.")
        .param("middle_b", &Structure::middle_b, "Number that was subtracted from the second image.")
        .param("top", &Structure::top, "Pixel value of white.")
        .function("structure")
        .constants([](const Structure& p, const StageInputs&) -> std::vector<Constant> {
            return {{"c1", 0.01 * p.top * 0.01 * p.top}, {"c2", 0.03 * p.top * 0.03 * p.top}};
        });
}

}  // namespace sluice::stages
