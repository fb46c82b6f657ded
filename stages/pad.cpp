#include "stages/shared/gravity.hpp"
#include "stages/shared/outside.hpp"
#include "stages/shared/size.hpp"

namespace sluice::stages {
namespace {

struct Pad {
    std::optional<Size> size;
    Gravity gravity = Gravity::centre;
    std::size_t left = 0, top = 0, right = 0, bottom = 0;
    EdgeRule edge = EdgeRule::constant;
    Color color;

    bool by_sides() const { return left + top + right + bottom > 0; }
};

Size padded(const Pad& p, const ImageFormat& src) {
    return p.size.value_or(Size{p.left + src.width + p.right, p.top + src.height + p.bottom});
}

void expand(const Pad& p, Expansion& e) {
    const ImageFormat src = e.format(e.input().value());
    const Size size = padded(p, src);
    const auto own = [](std::size_t n) { return static_cast<std::int64_t>(n); };
    const std::int64_t x = p.size ? column_of(p.gravity, own(size.width), own(src.width)) : own(p.left);
    const std::int64_t y = p.size ? row_of(p.gravity, own(size.height), own(src.height)) : own(p.top);
    if (size == Size{src.width, src.height}) return e.output(e.input().value());
    e.output(e.add("placed", "placed",
                   {{"x", x},
                    {"y", y},
                    {"width", own(size.width)},
                    {"height", own(size.height)},
                    {"edge", value_of(p.edge)},
                    {"color", lanes_of(p.color, src)}},
                   {e.input()}));
}

std::string wrong(const Pad& p) {
    if (p.size && p.by_sides()) return "has both a size and pixels for its sides; give one of them";
    return "";
}

std::string unsuited(const Pad& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    const Size size = padded(p, src);
    if (size.width < src.width || size.height < src.height)
        return "to " + size.text() + " would cut " + src.text() + "; to cut pixels off, use crop";
    if (size.width > largest_side || size.height > largest_side)
        return "would make " + size.text() + " pixels of " + src.text() + "; a side has " +
               std::to_string(largest_side) + " at most";
    return wrong_color(p.edge, p.color, src);
}

}  // namespace

StageDef pad() {
    const range side(0, largest_side);
    return composition<Pad>("pad", "Adds pixels around an image.")
        .image_in("src", "The image.")
        .image_out("dst", "The result.")
        .example("left=8 top=8 right=8 bottom=8 edge=mirror")
        .shorthand({"10"},
                   [](const std::string& word) -> std::optional<Values> {
                       if (!numbers_between(word, "") || word.empty()) return std::nullopt;
                       return Values{{"left", word}, {"top", word}, {"right", word}, {"bottom", word}};
                   })
        .also({{"border", "10"},
               {"expand", "10"},
               {"copyMakeBorder", "10"},
               {"frame", "10"},
               {"embed", "640x480"},
               {"extent", "640x480"},
               {"canvas", "640x480"},
               {"margin", "10"}})
        .param("size", &Pad::size,
               "Width and height of the result, or one number for both: size=640. Without the name (`pad "
               "10`), one number is the border on each side.",
               keyword("none"))
        .param("gravity", &Pad::gravity, "Position of the image in `size`.")
        .param("left", &Pad::left, "Columns to add on the left, instead of `size`.", side, unit("px"))
        .param("top", &Pad::top, "Rows to add on top.", side, unit("px"))
        .param("right", &Pad::right, "Columns to add on the right.", side, unit("px"))
        .param("bottom", &Pad::bottom, "Rows to add at the bottom.", side, unit("px"))
        .param("edge", &Pad::edge,
               "Content of the added pixels. clamp: the nearest pixel, repeated. mirror: the image, mirrored "
               "at the centre of its outermost pixels. wrap: the image, repeated. constant: one colour.")
        .param("color", &Pad::color, color_doc, count(1, 4), keyword("none"))
        .check(wrong)
        .refuse(unsuited)
        .expand(expand);
}

}  // namespace sluice::stages
