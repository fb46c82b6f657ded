#include "stages/shared/outside.hpp"

namespace sluice::stages {
namespace {

struct Middle {
    std::size_t radius = 1;
    EdgeRule edge = EdgeRule::clamp;
    std::vector<double> color{0, 0, 0, 0};
};

}  // namespace

// A part of median.
StageDef middle() {
    return gather<Middle>("middle", "Makes each colour the median of a square.")
        .internal()
        .param("radius", &Middle::radius, "Radius of the square.", range(1, 100), unit("px"))
        .param("edge", &Middle::edge, "Pixels outside the image.")
        .param("color", &Middle::color, "constant: the pixel value of each lane.", count(4, 4))
        .border([](const Middle& p) { return border(p.edge, p.color); })
        .reach([](const Middle& p, const StageInputs&) {
            return Reach{p.radius, p.radius, p.radius, p.radius};
        })
        .rank_filter([](const Middle& p, const StageInputs&) {
            return rank_of_rectangle(Rank::middle, p.radius, p.radius);
        })
        .function([](const Middle& p, const StageInputs& inputs) {
            const std::string of = p.radius == 1 ? "median_3" : p.radius == 2 ? "median_5" : "median_many";
            return KernelFunction{"median", of + (is_integer(inputs.image().pixel) ? "" : "_real")};
        })
        .constants([](const Middle&, const StageInputs& inputs) -> std::vector<Constant> {
            const Pixel pixel = inputs.image().pixel;
            return {{"bits", 8.0 * static_cast<double>(bytes(pixel))},
                    {"lowest", lowest(pixel)},
                    {"highest", highest(pixel)}};
        });
}

}  // namespace sluice::stages
