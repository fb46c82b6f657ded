// What stages share that find edges: directions, and the pixel type of what they find.
#pragma once

#include "stages/shared/filter.hpp"
#include "stages/shared/window.hpp"

#include <string>

namespace sluice::stages {

enum class Direction { x, y, magnitude, angle };

}  // namespace sluice::stages

namespace sluice {
template <>
inline constexpr std::array<std::string_view, 4> names_of<stages::Direction>{"x", "y", "magnitude", "angle"};
}  // namespace sluice

namespace sluice::stages {

struct Slope {
    Direction direction = Direction::magnitude;
    std::optional<Pixel> pixel;
    EdgeRule edge = EdgeRule::clamp;
    Color color;
};

// i16 of 8 bit, else real numbers.
inline Pixel slope_pixel(const std::optional<Pixel>& asked, Pixel of) {
    return asked.value_or(of == Pixel::u8 ? Pixel::i16 : real_of(of));
}

// Parameters of all that find edges.
inline CompositionBuilder<Slope> with_slope_pixel(CompositionBuilder<Slope> builder) {
    return builder
        .param("pixel", &Slope::pixel,
               "Pixel type of the result, which is rounded and clipped. auto: i16 for u8, otherwise f32, or "
               "f64 where f32 is not precise enough.",
               keyword("auto"))
        .param("edge", &Slope::edge, std::string(edge_doc) + " OpenCV's default border is mirror.")
        .param("color", &Slope::color, color_doc, count(1, 4), keyword("none"),
               only_for("edge", {"constant"}))
        .refuse([](const Slope& p, const StageInputs& inputs) {
            return wrong_color(p.edge, p.color, inputs.image());
        });
}

// A stage whose kernel is this column of weights times -1, 0, 1.
inline CompositionBuilder<Slope> slopes(const std::string& name, const std::string& summary, double side,
                                        double middle) {
    return with_slope_pixel(
               composition<Slope>(name, summary)
                   .image_in("src", "The image.")
                   .image_out("dst", "Slope of the pixel values, as data and with the alpha of the image.")
                   .param("direction", &Slope::direction,
                          "Direction of the slope. x: to the right. y: downwards. magnitude: the steepest "
                          "slope. angle: the direction of the steepest slope, in degrees from 0 to 360, from "
                          "x towards y, as cv::phase."))
        .expand([side, middle](const Slope& p, Expansion& e) {
            const ImageFormat src = e.format(e.input().value());
            e.output(e.add("slope", "slope",
                           {{"direction", value_of(p.direction)},
                            {"side", side},
                            {"middle", middle},
                            {"pixel", value_of(slope_pixel(p.pixel, src.pixel))},
                            {"edge", value_of(p.edge)},
                            {"color", lanes_of(p.color, src)}},
                           {e.input()}));
        });
}

}  // namespace sluice::stages
