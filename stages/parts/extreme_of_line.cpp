#include "stages/shared/outside.hpp"

namespace sluice::stages {
namespace {

struct ExtremeOfLine {
    bool most = false;
    int places = 1, apart = 1, far = 1;
    bool down = false;
    EdgeRule edge = EdgeRule::clamp;
    std::vector<double> color{0, 0, 0, 0};
};

}  // namespace

// A part of minimum, erode and their kin: stages/shared/morphology.hpp. Its places are numbers that its
// kernel takes, so that one kernel does for lines of any length.
StageDef extreme_of_line() {
    return gather<ExtremeOfLine>("extreme_of_line",
                                 "Makes each colour the least or the greatest of places along a line.")
        .internal()
        .param("most", &ExtremeOfLine::most, "Whether it is the greatest.")
        .param("places", &ExtremeOfLine::places, "On either side.")
        .param("apart", &ExtremeOfLine::apart, "Pixels between them, but before the last ones.")
        .param("far", &ExtremeOfLine::far, "How far the last ones are.")
        .param("down", &ExtremeOfLine::down, "Whether it is a column, not a row.")
        .param("edge", &ExtremeOfLine::edge, "What is outside of the image.")
        .param("color", &ExtremeOfLine::color, "constant: the code value of each lane.", count(4, 4))
        .border([](const ExtremeOfLine& p) { return border(p.edge, p.color); })
        .reach([](const ExtremeOfLine& p, const StageInputs&) {
            const auto far = static_cast<std::size_t>(p.far);
            return p.down ? Reach{0, far, 0, far} : Reach{far, 0, far, 0};
        })
        .function([](const ExtremeOfLine& p, const StageInputs& inputs) {
            const std::string name = p.most ? "extreme_most_of_line" : "extreme_least_of_line";
            return KernelFunction{"extreme", name + (is_integer(inputs.image().pixel) ? "_" : "_real_") +
                                                 std::to_string(p.places)};
        })
        .constants([](const ExtremeOfLine& p, const StageInputs&) {
            const double x = p.down ? 0 : 1, y = p.down ? 1 : 0;
            return std::vector<Constant>{{"step_x", x * p.apart},
                                         {"step_y", y * p.apart},
                                         {"reach_x", x * p.far},
                                         {"reach_y", y * p.far}};
        });
}

}  // namespace sluice::stages
