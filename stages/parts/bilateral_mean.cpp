#include "stages/shared/window.hpp"

#include <numbers>

namespace sluice::stages {
namespace {

struct BilateralMean {
    double sigma_color = 0.1;
    std::vector<double> reach{0, 0, 0, 0};
    EdgeRule edge = EdgeRule::clamp;
    std::vector<double> color{0, 0, 0, 0};
};

}  // namespace

// A part of bilateral.
StageDef bilateral_mean() {
    return gather<BilateralMean>("bilateral_mean", "Averages neighbours of similar colour.")
        .internal()
        .table_in("window", "Neighbours, and their weights by distance.", {"places"})
        .param("sigma_color", &BilateralMean::sigma_color,
               "Standard deviation of the colour differences, as a fraction of white.")
        .param("reach", &BilateralMean::reach, "Reach of the window: left, up, right, down.", count(4, 4))
        .param("edge", &BilateralMean::edge, "Pixels outside the image.")
        .param("color", &BilateralMean::color, "constant: the pixel value of each lane.", count(4, 4))
        .border([](const BilateralMean& p) { return border(p.edge, p.color); })
        .reach([](const BilateralMean& p, const StageInputs&) { return reach(p.reach); })
        .function("bilateral")
        .constants([](const BilateralMean& p, const StageInputs& inputs) {
            std::vector<Constant> constants = window_constants(inputs);
            const double sigma = p.sigma_color * inputs.image().white_value();
            constants.push_back({"fall", -0.5 / (sigma * sigma) * std::numbers::log2e});
            return constants;
        });
}

}  // namespace sluice::stages
