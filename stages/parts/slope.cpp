#include "stages/shared/slope.hpp"

namespace sluice::stages {
namespace {

struct Kernel3 {
    Direction direction = Direction::magnitude;
    double side = 1, middle = 2;
    Pixel pixel = Pixel::i16;
    EdgeRule edge = EdgeRule::clamp;
    std::vector<double> color{0, 0, 0, 0};
};

ImageFormat format_of(const Kernel3& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    const double most = (2 * p.side + p.middle) * src.white_value();
    const bool turns = p.direction == Direction::angle, length = p.direction == Direction::magnitude;
    return as_data(src, p.pixel, turns || length ? 0 : -most, turns ? 360 : length ? 1.5 * most : most);
}

}  // namespace

// A part of sobel, scharr and prewitt.
StageDef slope() {
    return gather<Kernel3>("slope", "Computes the gradient of colours.")
        .internal()
        .param("direction", &Kernel3::direction, "Direction, or how both are combined.")
        .param("side", &Kernel3::side, "Weight of the rows (or columns) beside the pixel.")
        .param("middle", &Kernel3::middle, "Weight of the row (or column) through the pixel.")
        .param("pixel", &Kernel3::pixel, "The pixel type of the result.")
        .param("edge", &Kernel3::edge, "Pixels outside the image.")
        .param("color", &Kernel3::color, "constant: the pixel value of each lane.", count(4, 4))
        .infer(format_of)
        .border([](const Kernel3& p) { return border(p.edge, p.color); })
        .reach([](const Kernel3&, const StageInputs&) {
            return Reach{1, 1, 1, 1};
        })
        .function([](const Kernel3& p, const StageInputs& inputs) {
            // A colour of the border may be any number.
            const bool whole = is_integer(inputs.image().pixel) && p.edge != EdgeRule::constant;
            const bool real = p.direction == Direction::magnitude && !whole;
            return KernelFunction{"slope", "slope_" + std::string(name(p.direction)) + (real ? "_real" : "")};
        });
}

}  // namespace sluice::stages
