#include "stages/shared/gravity.hpp"
#include "stages/shared/size.hpp"

#include "pipeline/graph/stage_builder.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace sluice::stages {
namespace {

struct Crop {
    std::optional<Size> size;
    std::string aspect;
    Gravity gravity = Gravity::centre;
    std::optional<std::size_t> x, y, width, height;

    bool at_place() const { return x || y; }
};

// Width over height of "3:2" or "1.5".
std::optional<double> ratio(const std::string& text) {
    const std::size_t colon = text.find(':');
    const auto side = [](const std::string& part) {
        const std::optional<double> number = number_from(part);
        return number && *number > 0 ? number : std::nullopt;
    };
    const auto width = side(text.substr(0, colon)),
               height = colon == text.npos ? 1.0 : side(text.substr(colon + 1));
    if (!width || !height || !std::isnormal(*width / *height)) return std::nullopt;
    return *width / *height;
}

struct Cutout {
    std::int64_t x, y, width, height;
};

// What it takes; it may lie outside of the image.
Cutout cutout(const Crop& p, const ImageFormat& src) {
    const auto own = [](std::size_t n) { return static_cast<std::int64_t>(n); };
    const std::int64_t x = own(p.x.value_or(0)), y = own(p.y.value_or(0));
    const std::int64_t all_width = own(src.width) - x, all_height = own(src.height) - y;
    std::int64_t width = own(p.width.value_or(0)), height = own(p.height.value_or(0));
    if (!p.width) width = p.size ? own(p.size->width) : all_width;
    if (!p.height) height = p.size ? own(p.size->height) : all_height;
    if (const auto aspect = ratio(p.aspect)) {  // as large as fits, half up, one pixel at least
        const auto rounded = [](double side, std::int64_t most) {
            return static_cast<std::int64_t>(
                std::clamp(side + 0.5, 1.0, std::max(1.0, static_cast<double>(most))));
        };
        width = rounded(static_cast<double>(all_height) * *aspect, all_width);
        height = rounded(static_cast<double>(all_width) / *aspect, all_height);
    }
    if (p.at_place()) return {x, y, width, height};
    return {column_of(p.gravity, own(src.width), width), row_of(p.gravity, own(src.height), height), width,
            height};
}

void expand(const Crop& p, Expansion& e) {
    const ImageFormat src = e.format(e.input().value());
    const Cutout taken = cutout(p, src);
    if (taken.width == static_cast<std::int64_t>(src.width) &&
        taken.height == static_cast<std::int64_t>(src.height))
        return e.output(e.input().value());
    e.output(e.add("placed", "placed",
                   {{"x", -taken.x}, {"y", -taken.y}, {"width", taken.width}, {"height", taken.height}},
                   {e.input()}));
}

std::string wrong(const Crop& p) {
    const bool by_sides = p.width || p.height, by_aspect = p.aspect != "none";
    if (by_sides + by_aspect + p.size.has_value() > 1)
        return "has more than one of size, aspect, and width with height; give one";
    if (!by_sides && !by_aspect && !p.size && !p.at_place())
        return "needs a size, an aspect, or columns and rows (x, y, width, height)";
    if (by_aspect && !ratio(p.aspect))
        return "aspect=" + p.aspect + " is not an aspect ratio, such as 3:2 or 1.5";
    return "";
}

std::string outside(const Crop& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    const Cutout taken = cutout(p, src);
    const auto beyond = [](const char* name, const char* side, std::int64_t from, std::int64_t count,
                           std::size_t all) {
        const std::string has = ", but the image has " + std::to_string(all);
        if (from >= static_cast<std::int64_t>(all))
            return std::string("begins at ") + side + " " + std::to_string(from) + has;
        if (from >= 0 && from + count <= static_cast<std::int64_t>(all)) return std::string();
        const std::string what = std::to_string(count) + " " + name;
        return (from > 0 ? "takes " + what + " from number " + std::to_string(from) + " on"
                         : "takes " + what) +
               has;
    };
    const std::string columns = beyond("columns", "column", taken.x, taken.width, src.width);
    return columns.empty() ? beyond("rows", "row", taken.y, taken.height, src.height) : columns;
}

}  // namespace

StageDef crop() {
    const range side(1, largest_side), place(0, largest_side);
    return composition<Crop>("crop", "Cuts a rectangle out of an image.")
        .image_in("src", "The image.")
        .image_out("dst", "The rectangle.")
        .example("width=640 height=480 gravity=centre")
        .shorthand({"640x480+10+20"},
                   [](const std::string& word) -> std::optional<Values> {
                       const auto numbers = numbers_between(word, "x++");
                       if (!numbers) return std::nullopt;
                       return Values{{"width", (*numbers)[0]},
                                     {"height", (*numbers)[1]},
                                     {"x", (*numbers)[2]},
                                     {"y", (*numbers)[3]}};
                   })
        .also({{"cut", "640x480+10+20"},
               {"extract", "640x480+10+20"},
               {"extract_area", "640x480+10+20"},
               {"roi", "640x480+10+20"},
               {"center-crop", "640x480"}})
        .param("size", &Crop::size, "Width and height of the rectangle, or one number for both.",
               keyword("none"))
        .param("aspect", &Crop::aspect,
               "Aspect ratio, width to height: the largest such rectangle, rounded to whole pixels.",
               keyword("none"), such_as{"3:2", "1.5"})
        .param("gravity", &Crop::gravity, "Position of the rectangle in the image, if x and y are not given.",
               live)
        .param("x", &Crop::x, "First column of the rectangle.", place, unit("px"), keyword("none"),
               live_while("the size of the rectangle stays the same"))
        .param("y", &Crop::y, "First row of the rectangle.", place, unit("px"), keyword("none"),
               live_while("the size of the rectangle stays the same"))
        .param("width", &Crop::width, "Width of the rectangle, instead of `size`. auto is the whole width.",
               side, unit("px"), keyword("auto"))
        .param("height", &Crop::height,
               "Height of the rectangle, instead of `size`. auto is the whole height.", side, unit("px"),
               keyword("auto"))
        .check(wrong)
        .refuse(outside)
        .expand(expand);
}

}  // namespace sluice::stages
