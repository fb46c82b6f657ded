#include "stages/shared/window.hpp"

namespace sluice::stages {
namespace {

struct ExtremeOfWindow {
    bool most = false;
    std::vector<double> reach{0, 0, 0, 0}, runs{0, 0, 0};
    EdgeRule edge = EdgeRule::clamp;
    std::vector<double> color{0, 0, 0, 0};
};

RankFilter found_in_window(const ExtremeOfWindow& p, const StageInputs&) {
    RankFilter filter{p.most ? Rank::greatest : Rank::least, {}};
    const auto number = [&](std::size_t i) { return static_cast<std::int64_t>(p.runs[i]); };
    for (std::size_t i = 0; i + 2 < p.runs.size(); i += 3)
        filter.runs.push_back({number(i), number(i + 1), number(i + 2)});
    return filter;
}

}  // namespace

// A part of minimum, erode and their kin: stages/shared/morphology.hpp.
StageDef extreme() {
    return gather<ExtremeOfWindow>("extreme", "Makes each colour the minimum or maximum of a window.")
        .internal()
        .table_in("window", "The neighbours.", {"places"})
        .param("most", &ExtremeOfWindow::most, "Take the maximum; otherwise the minimum.")
        .param("reach", &ExtremeOfWindow::reach, "Reach of the window: left, up, right, down.", count(4, 4))
        .param("runs", &ExtremeOfWindow::runs, "Runs of the window: y, first x and last x of each.")
        .param("edge", &ExtremeOfWindow::edge, "Pixels outside the image.")
        .param("color", &ExtremeOfWindow::color, "constant: the pixel value of each lane.", count(4, 4))
        .border([](const ExtremeOfWindow& p) { return border(p.edge, p.color); })
        .reach([](const ExtremeOfWindow& p, const StageInputs&) { return reach(p.reach); })
        .rank_filter(found_in_window)
        .function([](const ExtremeOfWindow& p, const StageInputs& inputs) {
            const std::string name = p.most ? "extreme_most" : "extreme_least";
            return KernelFunction{"extreme", is_integer(inputs.image().pixel) ? name : name + "_real"};
        })
        .constants(
            [](const ExtremeOfWindow&, const StageInputs& inputs) { return window_constants(inputs); });
}

}  // namespace sluice::stages
