#include "stages/shared/outside.hpp"

#include <array>

namespace sluice::stages {
namespace {

struct ExtremeOfRectangle {
    bool most = false;
    std::size_t reach_x = 0, reach_y = 0;
    EdgeRule edge = EdgeRule::clamp;
    std::vector<double> color{0, 0, 0, 0};
};

}  // namespace

// A part of minimum, erode and their kin: stages/shared/morphology.hpp.
StageDef extreme_of_rectangle() {
    return gather<ExtremeOfRectangle>("extreme_of_rectangle",
                                      "Makes each colour the minimum or maximum of a rectangle.")
        .internal()
        .param("most", &ExtremeOfRectangle::most, "Take the maximum; otherwise the minimum.")
        .param("reach_x", &ExtremeOfRectangle::reach_x, "Reach to the left and to the right.")
        .param("reach_y", &ExtremeOfRectangle::reach_y, "Reach up and down.")
        .param("edge", &ExtremeOfRectangle::edge, "Pixels outside the image.")
        .param("color", &ExtremeOfRectangle::color, "constant: the pixel value of each lane.", count(4, 4))
        .border([](const ExtremeOfRectangle& p) { return border(p.edge, p.color); })
        .reach([](const ExtremeOfRectangle& p, const StageInputs&) {
            return Reach{p.reach_x, p.reach_y, p.reach_x, p.reach_y};
        })
        .rank_filter([](const ExtremeOfRectangle& p, const StageInputs&) {
            return rank_of_rectangle(p.most ? Rank::greatest : Rank::least, p.reach_x, p.reach_y);
        })
        .lines([](const ExtremeOfRectangle& p, const StageInputs&) -> std::optional<std::array<Values, 2>> {
            if (p.reach_x == 0 || p.reach_y == 0) return std::nullopt;
            const Value none = value_of(std::size_t{0});
            return std::array<Values, 2>{Values{{"reach_y", none}}, Values{{"reach_x", none}}};
        })
        .function([](const ExtremeOfRectangle& p, const StageInputs& inputs) {
            const std::string name = p.most ? "extreme_most_of_rectangle" : "extreme_least_of_rectangle";
            return KernelFunction{"extreme", is_integer(inputs.image().pixel) ? name : name + "_real"};
        });
}

}  // namespace sluice::stages
