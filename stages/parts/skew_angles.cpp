#include "stages/shared/skew.hpp"

#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct SkewTable {
    double max_angle = 5;
    std::size_t width = 1, height = 1;
};

}  // namespace

// A part of deskew: numbers that devices would round differently.
StageDef skew_angles() {
    return table_stage<SkewTable>("skew_angles", "Provides the angles among which the skew is found.")
        .internal()
        .table_out(
            "angles",
            "For each angle: the slope of lines in 2^-16; the matrix that turns the page back, in 2^-40 "
            "of a pixel; degrees.",
            {"slope", "matrix", "angle"})
        .param("max_angle", &SkewTable::max_angle, "Largest angle.", range(skew_step, 45), unit("degrees"))
        .param("width", &SkewTable::width, "Size of the page.", at_least(1), unit("px"))
        .param("height", &SkewTable::height, "Size of the page.", at_least(1), unit("px"))
        .layout([](const SkewTable& p, const StageInputs&) {
            const std::size_t count = SkewAngles(p.max_angle).count();
            TableLayout layout;
            layout.channels = {"joint"};
            layout.fields = {{"slope", FieldType::i64, false, count},
                             {"matrix", FieldType::i64, false, 6 * count},
                             {"angle", FieldType::f32, false, count}};
            return layout;
        })
        .given([](const SkewTable& p, const StageInputs&, Table& table) {
            const SkewAngles angles(p.max_angle);
            const double x = (static_cast<double>(p.width) - 1) / 2;
            const double y = (static_cast<double>(p.height) - 1) / 2;
            for (std::size_t i = 0; i < angles.count(); ++i) {
                const double angle = angles.degrees(i) * std::numbers::pi / 180;
                const double c = std::cos(angle), s = std::sin(angle);
                // Around the middle, as rotate.
                const double matrix[6] = {c, -s, x - c * x + s * y, s, c, y - s * x - c * y};
                for (std::size_t k = 0; k < 6; ++k)
                    table.set("matrix", 0, 0, 6 * i + k, std::nearbyint(matrix[k] * 0x1p40));
                table.set("slope", 0, 0, i, std::nearbyint(angles.slope(i) * 0x1p16));
                table.set("angle", 0, 0, i, angles.degrees(i));
            }
        });
}

}  // namespace sluice::stages
