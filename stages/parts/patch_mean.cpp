#include "stages/shared/outside.hpp"

#include <numbers>

namespace sluice::stages {
namespace {

struct PatchMean {
    double strength = 0.04;
    std::size_t patch = 3, search = 10;
    EdgeRule edge = EdgeRule::clamp;
    std::vector<double> color{0, 0, 0, 0};
};

}  // namespace

// A part of nlmeans.
StageDef patch_mean() {
    return gather<PatchMean>("patch_mean", "Averages pixels whose surroundings are similar.")
        .internal()
        .param("strength", &PatchMean::strength,
               "Tolerated difference of surroundings, as a fraction of white.")
        .param("patch", &PatchMean::patch, "Radius of a patch.", range(0, 50), unit("px"))
        .param("search", &PatchMean::search, "Radius of the search window.", range(0, 50), unit("px"))
        .param("edge", &PatchMean::edge, "Pixels outside the image.")
        .param("color", &PatchMean::color, "constant: the pixel value of each lane.", count(4, 4))
        .border([](const PatchMean& p) { return border(p.edge, p.color); })
        .reach([](const PatchMean& p, const StageInputs&) {
            const std::size_t reach = p.patch + p.search;
            return Reach{reach, reach, reach, reach};
        })
        .function("nlmeans")
        .constants([](const PatchMean& p, const StageInputs& inputs) -> std::vector<Constant> {
            const ImageFormat& src = inputs.image();
            const double side = 2 * static_cast<double>(p.patch) + 1, far = p.strength * src.white_value();
            return {{"fall", -std::numbers::log2e / (far * far * side * side * src.colors())},
                    {"around", static_cast<double>(p.patch)}};
        });
}

}  // namespace sluice::stages
