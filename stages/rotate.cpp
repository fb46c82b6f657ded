#include "stages/shared/sampled.hpp"
#include "stages/shared/size.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace sluice::stages {
namespace {

struct Rotate {
    double degrees = 90;
    bool expand = true;
    Sampling filter = Sampling::linear;
    Color color;
    Weigh alpha = Weigh::weigh;
};

// From 0 to less than 360.
double turn(const Rotate& p) {
    const double turn = std::fmod(p.degrees, 360);
    return turn < 0 ? turn + 360 : turn;
}

struct Heading {
    double cosine, sine;
};
Heading direction(double degrees) {
    const double angle = degrees * std::numbers::pi / 180;
    return {std::cos(angle), std::sin(angle)};
}

// What holds all of the turned image, as Pillow has it: its middle stays on the grid of the image's.
Size expanded(const Heading& to, const ImageFormat& src) {
    const auto width = static_cast<double>(src.width), height = static_cast<double>(src.height);
    const auto side = [](double own, double turned) {
        return static_cast<std::size_t>(std::ceil((own + turned) / 2) - std::floor((own - turned) / 2));
    };
    const double c = std::abs(to.cosine), s = std::abs(to.sine);
    return {side(width, c * width + s * height), side(height, s * width + c * height)};
}

// A number of quarters, by moving pixels. Nullopt where they do not fall on pixels.
std::optional<Values> quarters(const Rotate& p, const ImageFormat& src) {
    const double quarters = turn(p) / 90;
    if (quarters != std::floor(quarters)) return std::nullopt;
    const bool on_side = quarters == 1 || quarters == 3;
    const auto [width, height] = on_side ? Size{src.height, src.width} : Size{src.width, src.height};
    const Size size = p.expand ? Size{width, height} : Size{src.width, src.height};
    const std::int64_t right = static_cast<std::int64_t>(size.width) - static_cast<std::int64_t>(width);
    if (right % 2 != 0) return std::nullopt;
    return Values{{"transposed", on_side},
                  {"mirror_x", quarters == 2 || quarters == 3},
                  {"mirror_y", quarters == 1 || quarters == 2},
                  {"x", right / 2},
                  {"y", on_side ? -right / 2 : std::int64_t{0}},
                  {"width", value_of(size.width)},
                  {"height", value_of(size.height)},
                  {"color", lanes_of(p.color, src)}};
}

// From pixels of the result to places in the image: both turn around their middles.
std::vector<double> matrix(const Heading& to, const Size& size, const ImageFormat& src) {
    const auto middle = [](std::size_t side) { return (static_cast<double>(side) - 1) / 2; };
    const double x = middle(size.width), y = middle(size.height);
    return {to.cosine, -to.sine,  middle(src.width) - to.cosine * x + to.sine * y,
            to.sine,   to.cosine, middle(src.height) - to.sine * x - to.cosine * y};
}

std::string against(const Rotate& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    if (std::max(src.width, src.height) > largest_side && !quarters(p, src))
        return "can rotate images of up to " + std::to_string(largest_side) +
               " pixels per side; this one is " + src.text();
    return wrong_color(p.color, src);
}

void expand(const Rotate& p, Expansion& e) {
    const ImageFormat src = e.format(e.input().value());
    if (turn(p) == 0) return e.output(e.input().value());
    if (const auto moved = quarters(p, src)) return e.output(e.add("placed", "placed", *moved, {e.input()}));
    const Heading to = direction(turn(p));
    const Size size = p.expand ? expanded(to, src) : Size{src.width, src.height};
    e.output(sampled(e, {p.filter, EdgeRule::constant, p.color, p.alpha}, "warped",
                     {{"matrix", matrix(to, size, src)},
                      {"width", value_of(size.width)},
                      {"height", value_of(size.height)}}));
}

}  // namespace

StageDef rotate() {
    return composition<Rotate>("rotate", "Rotates an image by any angle.")
        .also({{"rot", "90"}, {"rot90", "90"}, {"transpose", "90"}, {"turn", "90"}, {"similarity", "90"}})
        .image_in("src", "The image.")
        .image_out("dst", "The result, in the pixel type of the image.")
        .example("12.5 expand=true")
        .param("degrees", &Rotate::degrees,
               "Angle, counter-clockwise. Multiples of 90 move whole pixels without interpolation if the new "
               "positions fall on pixels.",
               range(-3600, 3600), unit("degrees"),
               live_while("the result keeps its size and the angle is not a multiple of 90"))
        .param("expand", &Rotate::expand,
               "Enlarge the result to hold the whole rotated image. Otherwise it keeps the size of the "
               "image, and the corners are cut off.")
        .param("filter", &Rotate::filter, sampling_doc)
        .param("color", &Rotate::color, color_doc, keyword("none"))
        .param("alpha", &Rotate::alpha, alpha_doc)
        .refuse(against)
        .expand(expand);
}

}  // namespace sluice::stages
