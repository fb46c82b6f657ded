#include "stages/shared/sampled.hpp"

#include <numbers>

namespace sluice::stages {
namespace {

struct Turned {
    double max_angle = 5;
    Sampling filter = Sampling::linear;
    EdgeRule edge = EdgeRule::constant;
    std::vector<double> color{0, 0, 0, 0};
    Pixel pixel = Pixel::u8;
};

// How far places may be from where they were, for all angles: a coordinate moves by its distance from the
// middle times 1 - cos, and by that of the other one times sin.
double farthest(const Interval& own, std::size_t side, const Interval& other, std::size_t other_side,
                double degrees) {
    const auto away = [](const Interval& i, std::size_t size) {
        const double middle = (static_cast<double>(size) - 1) / 2;
        return std::max(std::abs(static_cast<double>(i.first) - middle),
                        std::abs(static_cast<double>(i.end - 1) - middle));
    };
    const double angle = degrees * std::numbers::pi / 180;
    return away(own, side) * (1 - std::cos(angle)) + away(other, other_side) * std::sin(angle);
}

}  // namespace

// A part of deskew.
StageDef turned() {
    return gather<Turned>("turned", "Transforms an image by a matrix that was found on the device.")
        .internal()
        .table_in("found", "The matrix from pixels of the result to positions, in 2^-40 of a pixel.",
                  {"matrix"})
        .param("max_angle", &Turned::max_angle, "Largest angle.", range(0, 45), unit("degrees"))
        .param("filter", &Turned::filter, "Interpolation method.")
        .param("edge", &Turned::edge, "Pixels outside the image.")
        .param("color", &Turned::color, "constant: the pixel value of each lane that is there.", count(4, 4))
        .param("pixel", &Turned::pixel, "The pixel type of the result.")
        .infer([](const Turned& p, const StageInputs& inputs) { return in_pixel(inputs.image(), p.pixel); })
        .border([](const Turned& p) { return border(p.edge, p.color); })
        .sampling(&Turned::filter)
        .footprint([](const Turned& p, const StageInputs& inputs, const Area& part) {
            const ImageFormat& src = inputs.image();
            const auto reached = [&](const Interval& own, std::size_t side, const Interval& other,
                                     std::size_t other_side) {
                const double far = farthest(own, side, other, other_side, p.max_angle) + 1;
                return sampled(static_cast<double>(own.first), static_cast<double>(own.end - 1), far,
                               p.filter);
            };
            return Area{reached(part.columns, src.width, part.rows, src.height),
                        reached(part.rows, src.height, part.columns, src.width)};
        })
        .function("turned");
}

}  // namespace sluice::stages
