#include "stages/shared/outside.hpp"

namespace sluice::stages {
namespace {

struct Placed {
    std::size_t width = 1, height = 1;
    std::int64_t x = 0, y = 0;
    bool transposed = false, mirror_x = false, mirror_y = false;
    EdgeRule edge = EdgeRule::constant;
    std::vector<double> color{0, 0, 0, 0};
};

// From where along a side of the canvas.
Move::Line line_from(std::int64_t begin, bool mirrored, std::size_t size) {
    const auto last = static_cast<std::int64_t>(size) - 1;
    return mirrored ? Move::Line{begin + last, -1} : Move::Line{-begin, 1};
}

Move move_of(const Placed& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    return {line_from(p.x, p.mirror_x, p.transposed ? src.height : src.width),
            line_from(p.y, p.mirror_y, p.transposed ? src.width : src.height), p.transposed};
}

}  // namespace

// A part of all that moves whole pixels: what crops, pads, mirrors, turns by quarters, or lays over another.
StageDef placed() {
    return gather<Placed>("placed", "Puts an image on a canvas: transposed, then mirrored, then at a place.")
        .internal()
        .param("width", &Placed::width, "Of the canvas.", at_least(1), unit("px"))
        .param("height", &Placed::height, "Of the canvas.", at_least(1), unit("px"))
        .param("x", &Placed::x, "The column of the canvas where the image begins.", unit("px"))
        .param("y", &Placed::y, "The row of the canvas where the image begins.", unit("px"))
        .param("transposed", &Placed::transposed, "Whether columns become rows, and rows columns.")
        .param("mirror_x", &Placed::mirror_x, "Whether the last column is the first.")
        .param("mirror_y", &Placed::mirror_y, "Whether the last row is the first.")
        .param("edge", &Placed::edge, "What is beside the image.")
        .param("color", &Placed::color, "constant: the code value of each lane.", count(4, 4))
        .infer([](const Placed& p, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.width = p.width;
            dst.height = p.height;
            return dst;
        })
        .border([](const Placed& p) { return border(p.edge, p.color); })
        .move(move_of)
        .function([](const Placed& p, const StageInputs&) {
            return KernelFunction{"placed", p.transposed ? "placed_transposed" : "placed"};
        });
}

}  // namespace sluice::stages
