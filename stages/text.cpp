#include "stages/shared/file_fields.hpp"
#include "stages/shared/gravity.hpp"
#include "stages/shared/letters/lettering.hpp"
#include "stages/shared/model.hpp"
#include "stages/shared/outside.hpp"

namespace sluice::stages {
namespace {

struct Text {
    std::string text;
    double size = 32;
    Color color{Colour(Value(std::string("white")))};
    Gravity gravity = Gravity::southeast;
    std::int64_t margin = 8;
    std::int64_t x = 0, y = 0;
    std::string font = "auto";
    LineAlign align = LineAlign::left;
    double spacing = 1;
};

// What lies over the image: it has its colours, and alpha.
ImageFormat over(const ImageFormat& src) {
    ImageFormat top = src;
    top.channels = src.colors() == 1 ? 2 : 4;
    top.grey_alpha = top.channels == 2;
    return top;
}

std::string filled(const Text& p, const StageInputs& inputs) {
    return FileFields(p.text, inputs.origin()).text;
}

Lettering lettering_of(const Text& p, const std::string& text) {
    return lettering(text, {p.font, p.size, p.align, p.spacing});
}

void expand(const Text& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    const std::string text = filled(p, e.inputs());
    const Lettering drawn = lettering_of(p, text);
    if (drawn.coverage.empty()) return e.output(image);
    const auto number = [](std::size_t n) { return static_cast<std::int64_t>(n); };
    const auto letters = e.add("letters", "letters",
                               {{"text", text},
                                {"font", p.font},
                                {"size", p.size},
                                {"align", value_of(p.align)},
                                {"spacing", p.spacing}},
                               {});
    const std::int64_t width = number(drawn.width), height = number(drawn.height);
    const std::int64_t across = number(src.width) - 2 * p.margin, down = number(src.height) - 2 * p.margin;
    const auto top = e.add("lettered", "lettered",
                           {{"x", p.margin + p.x + column_of(p.gravity, across, width)},
                            {"y", p.margin + p.y + row_of(p.gravity, down, height)},
                            {"width", width},
                            {"height", height},
                            {"color", lanes_of(p.color, over(src))}},
                           {image, letters});
    e.output(e.add("composite", "composite", {}, {image, top}));
}

std::string against(const Text& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    if (const std::string fault = not_rgb(src); !fault.empty()) return fault;
    const FileFields fields(p.text, inputs.origin());
    if (!fields.fault.empty()) return fields.fault;
    try {
        lettering_of(p, fields.text);
    } catch (const Error& error) {
        return error.message().text();
    }
    return wrong_color(p.color, over(src));
}

}  // namespace

StageDef text() {
    const range offset(-(1 << 20), 1 << 20);
    return composition<Text>("text", "Writes text on an image.")
        .also({{"annotate", "Venice"},
               {"drawtext", "Venice"},
               {"putText", "Venice"},
               {"vips_text", "Venice"},
               {"caption", "Venice"}})
        .image_in("src", "The image.")
        .image_out("dst", "The image with the text.")
        .example("Venice size=24")
        .param(
            "text", &Text::text,
            std::string("The text. \\n begins a new line. ") + file_fields_doc +
                " Scripts whose letters join or run from right to left are rejected, and so are characters "
                "that the font does not have.",
            required, such_as{"Venice", "{stem}", "two\\nlines"})
        .param("size", &Text::size, "Font size.", range(1, 2000), unit("px"))
        .param(
            "color", &Text::color,
            "Colour of the text. A CSS colour is the same at every bit depth, and may be translucent, such "
            "as #ffffff80.",
            count(1, 4))
        .param("gravity", &Text::gravity, "Position of the text in the image.")
        .param("margin", &Text::margin, "Distance of the text from the edges.", range(0, 1 << 20), unit("px"))
        .param("x", &Text::x, "Offset to the right of the place that `gravity` gives. It may be negative.",
               offset, unit("px"), live)
        .param("y", &Text::y, "Offset downwards from the place that `gravity` gives. It may be negative.",
               offset, unit("px"), live)
        .param(
            "font", &Text::font,
            "Font: the path of a TrueType or OpenType file, or the name of such a file in the font folders "
            "of the system, such as DejaVuSerif-Bold. auto: the first that is found of DejaVu Sans, "
            "Liberation Sans, Noto Sans and other plain fonts.")
        .param("align", &Text::align, "Where shorter lines of several lines lie.")
        .param("spacing", &Text::spacing, "Distance between lines, as a multiple of the normal distance.",
               range(0.1, 10))
        .reads_origin([](const Text& p) { return FileFields(p.text).any; })
        .check([](const Text& p) { return wrong_fields("text", p.text); })
        .refuse(against)
        .expand(expand);
}

}  // namespace sluice::stages
