#include "stages/shared/window.hpp"

namespace sluice::stages {
namespace {

struct Extreme {
    bool most = false;
    std::vector<double> reach{0, 0, 0, 0};
    EdgeRule edge = EdgeRule::clamp;
    std::vector<double> color{0, 0, 0, 0};
};

}  // namespace

// A part of minimum, erode and their kin: stages/shared/morphology.hpp.
StageDef extreme() {
    return gather<Extreme>("extreme", "Makes each colour the least or the greatest of a window.")
        .internal()
        .table_in("window", "Which neighbours there are.", {"places"})
        .param("most", &Extreme::most, "Whether it is the greatest.")
        .param("reach", &Extreme::reach, "Of the window: left, up, right, down.", count(4, 4))
        .param("edge", &Extreme::edge, "What is outside of the image.")
        .param("color", &Extreme::color, "constant: the code value of each lane.", count(4, 4))
        .border([](const Extreme& p) { return border(p.edge, p.color); })
        .reach([](const Extreme& p, const StageInputs&) { return reach(p.reach); })
        .function([](const Extreme& p, const StageInputs& inputs) {
            const std::string name = p.most ? "extreme_most" : "extreme_least";
            return KernelFunction{"extreme", is_integer(inputs.image().pixel) ? name : name + "_real"};
        })
        .constants([](const Extreme&, const StageInputs& inputs) { return window_constants(inputs); });
}

}  // namespace sluice::stages
