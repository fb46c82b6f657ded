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
    return gather<Placed>("placed", "Transposes an image, mirrors it, and places it on a canvas.")
        .internal()
        .param("width", &Placed::width, "Size of the canvas.", at_least(1), unit("px"))
        .param("height", &Placed::height, "Size of the canvas.", at_least(1), unit("px"))
        .param("x", &Placed::x, "Column of the canvas at which the image starts.", unit("px"))
        .param("y", &Placed::y, "Row of the canvas at which the image starts.", unit("px"))
        .param("transposed", &Placed::transposed, "Swap rows and columns.")
        .param("mirror_x", &Placed::mirror_x, "Mirror from left to right.")
        .param("mirror_y", &Placed::mirror_y, "Mirror from top to bottom.")
        .param("edge", &Placed::edge, "Pixels outside the image.")
        .param("color", &Placed::color, "constant: the pixel value of each lane.", count(4, 4))
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
