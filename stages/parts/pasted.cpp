#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Pasted {
    std::size_t x = 0, y = 0;
};

}  // namespace

// A part of join.
StageDef pasted() {
    return gather<Pasted>("pasted", "Replaces a rectangle of a larger image.")
        .internal()
        .image_in("under", "The larger image.")
        .param("x", &Pasted::x, "Column of the larger image at which the image starts.", unit("px"))
        .param("y", &Pasted::y, "Row of the larger image at which the image starts.", unit("px"))
        .infer([](const Pasted&, const StageInputs& inputs) { return inputs.image(1); })
        .footprint([](const Pasted& p, const StageInputs&, const Area& of) {
            const auto x = static_cast<std::int64_t>(p.x), y = static_cast<std::int64_t>(p.y);
            return Area{{of.columns.first - x, of.columns.end - x}, {of.rows.first - y, of.rows.end - y}};
        })
        .function("pasted")
        .constants([](const Pasted& p, const StageInputs& inputs) -> std::vector<Constant> {
            const ImageFormat& src = inputs.image();
            return {{"right", static_cast<double>(p.x + src.width)},
                    {"bottom", static_cast<double>(p.y + src.height)}};
        });
}

}  // namespace sluice::stages
