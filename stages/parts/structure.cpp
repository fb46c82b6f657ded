#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Structure {
    double middle_a = 0, middle_b = 0, top = 1;
};

}  // namespace

// A part of compare.
StageDef structure() {
    return PointBuilder<Structure>("structure", "How alike two images are around each pixel: SSIM.")
        .internal()
        .image_in("mean_a", "Of the first image, in numbers of `centred`.")
        .image_in("mean_b", "Of the second.")
        .image_in("squares_a", "The mean of the squares of these numbers of the first.")
        .image_in("squares_b", "That of the second.")
        .image_in("products", "That of the products of both.")
        .image_out("dst", "1 where they are the same.")
        .param("middle_a", &Structure::middle_a, "What was taken away from the first image.")
        .param("middle_b", &Structure::middle_b, "What was taken away from the second.")
        .param("top", &Structure::top, "The code value of white.")
        .function("structure")
        .constants([](const Structure& p, const StageInputs&) -> std::vector<Constant> {
            return {{"c1", 0.01 * p.top * 0.01 * p.top}, {"c2", 0.03 * p.top * 0.03 * p.top}};
        });
}

}  // namespace sluice::stages
