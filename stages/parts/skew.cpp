#include "stages/shared/skew.hpp"
#include "stages/shared/lists.hpp"

namespace sluice::stages {
namespace {

struct Skew {
    double max_angle = 5;
};

}  // namespace

// A part of deskew.
StageDef skew() {
    return sequence<Skew>("skew", "Finds the angle of lines of text in a mask that is 0 where there is ink.")
        .internal()
        .table_in("angles", "The angles to choose from.", {"slope", "matrix", "angle"})
        .table_out("found", "The matrix that turns the page back, and the angle, in degrees.",
                   {"matrix", "angle"})
        .param("max_angle", &Skew::max_angle, "Largest angle.", range(skew_step, 45), unit("degrees"))
        .observed({"angle"})
        .layout([](const Skew&, const StageInputs&) {
            TableLayout layout;
            layout.channels = {"joint"};
            layout.fields = {{"matrix", FieldType::i64, false, 6}, {"angle", FieldType::f32, false}};
            return layout;
        })
        .kernels([](const Skew& p, const StageInputs& inputs, const Workers& workers) {
            const ImageFormat& src = inputs.image();
            const SkewAngles angles(p.max_angle);
            const double aside = static_cast<double>(src.width) / 2 * std::abs(angles.slope(0));
            const auto beyond = static_cast<std::size_t>(std::ceil(aside)) + 2;
            const std::size_t bins = src.height + 2 * beyond, rows = angles.count() * src.height;
            const std::size_t group = workers.along ? 1 : std::min<std::size_t>(64, workers.most_in_group);
            SequencePlan plan;
            plan.kernels = {
                {"skew_project", workers.along ? std::min(rows, 4 * workers.compute_units) : rows, group},
                {"skew_score", angles.count(), group},
                {"skew_choose", 1}};
            plan.scratch = {{"profiles", angles.count() * bins * sizeof(std::uint32_t), true},
                            {"scores", angles.count() * 2 * sizeof(std::uint32_t)}};
            plan.constants = {{"count", static_cast<double>(angles.count())},
                              {"bins", static_cast<double>(bins)},
                              {"beyond", static_cast<double>(beyond)}};
            return plan;
        })
        .function("skew");
}

}  // namespace sluice::stages
