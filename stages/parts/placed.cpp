#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Placed {
    std::int64_t x = 0, y = 0;
    std::size_t width = 1, height = 1;
};

}  // namespace

// A part of what lays images over another: nothing, black or transparent, is around it.
StageDef placed() {
    return gather<Placed>("placed", "Puts an image on a canvas.")
        .internal()
        .param("x", &Placed::x, "The column of the canvas where the image begins.", unit("px"))
        .param("y", &Placed::y, "The row of the canvas where the image begins.", unit("px"))
        .param("width", &Placed::width, "Of the canvas.", at_least(1), unit("px"))
        .param("height", &Placed::height, "Of the canvas.", at_least(1), unit("px"))
        .infer([](const Placed& p, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.width = p.width;
            dst.height = p.height;
            return dst;
        })
        .border([](const Placed&) {
            return Border{EdgeRule::constant, 0};
        })
        .footprint([](const Placed& p, const StageInputs&, const Area& of) -> Area {
            return {{of.columns.first - p.x, of.columns.end - p.x}, {of.rows.first - p.y, of.rows.end - p.y}};
        })
        .function("placed");
}

}  // namespace sluice::stages
