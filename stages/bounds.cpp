#include "stages/shared/background.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace sluice::stages {
namespace {

using Bounds = Background;

// The first and the last column (or row) of a mask that has something in it.
Expansion::Edge ends(Expansion& e, Expansion::Edge mask, const char* axis, const char* name) {
    return e.add("extremes", name, {}, {e.add("position", axis, {{"axis", axis}}, {mask})});
}

void expand(const Bounds& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    const double level = p.tolerance * src.white_value();
    Values values{{"level", is_integer(src.pixel) ? std::floor(level) : level}};
    std::optional<Expansion::Edge> corner;
    if (p.color)
        values["color"] = lanes_of(p.color, src);
    else
        corner = e.add(
            "extremes", "corner", {},
            {e.add("placed", "pixel", {{"width", std::int64_t{1}}, {"height", std::int64_t{1}}}, {image})});
    const auto mask = e.add("differs", "mask", values, {image, corner});
    e.output(e.add("enclosing", "box",
                   {{"width", value_of(src.width)}, {"height", value_of(src.height)}, {"margin", p.margin}},
                   {ends(e, mask, "x", "columns"), ends(e, mask, "y", "rows")}));
}

Wording refuse(const Bounds& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    if (std::max(src.width, src.height) > largest_side)
        return "can look at images of up to " + std::to_string(largest_side) +
               " pixels per side; this one is " + src.text();
    return wrong_color(p.color, src);
}

}  // namespace

StageDef bounds() {
    auto builder = composition<Bounds>(
        "bounds",
        "Finds the box of all that differs from the background: the smallest rectangle that has all other "
        "pixels. A pixel is background if each of its channels is near the background's, or if it is "
        "transparent.");
    return with_background(
               builder.also({{"find_trim", ""}, {"getbbox", ""}, {"boundingRect", ""}, {"cropdetect", ""}})
                   .image_in("src", "The image.")
                   .table_out("box",
                              "Table with a row for each layer: x and y, the first column and row; width and "
                              "height, which are 0 if all of the layer is background.",
                              {"x", "y", "width", "height"}))
        .refuse(refuse)
        .expand(expand);
}

}  // namespace sluice::stages
