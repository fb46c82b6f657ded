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
    return gather<ExtremeOfWindow>("extreme", "Makes each colour the least or the greatest of a window.")
        .internal()
        .table_in("window", "Which neighbours there are.", {"places"})
        .param("most", &ExtremeOfWindow::most, "Whether it is the greatest.")
        .param("reach", &ExtremeOfWindow::reach, "Of the window: left, up, right, down.", count(4, 4))
        .param("runs", &ExtremeOfWindow::runs,
               "What it has in rows: y, the first and the last x of each run.")
        .param("edge", &ExtremeOfWindow::edge, "What is outside of the image.")
        .param("color", &ExtremeOfWindow::color, "constant: the code value of each lane.", count(4, 4))
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
