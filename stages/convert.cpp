#include "pipeline/graph/stage_builder.hpp"

#include <cmath>
#include <cstdint>
#include <string>

namespace sluice::stages {
namespace {

struct Convert {
    std::optional<Pixel> pixel;
    std::optional<std::int64_t> channels;
    std::optional<Space> space;
    std::string scale = "white";
    std::optional<double> white;
    bool warn = false;
};

// Channels first, on the values given, then the space, then the pixel type; rounded once, at the end. All of
// it in double where the result has the digits.
void expand(const Convert& p, Expansion& e) {
    Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    const Pixel pixel = p.pixel.value_or(src.pixel);
    const Space space = p.space.value_or(src.space);
    const double asked = p.white ? *p.white : pixel == src.pixel ? src.white : 0;
    const double white = asked == default_white(pixel) ? 0 : asked;
    const bool doubles = pixel != src.pixel && real_of(pixel) == Pixel::f64;
    const bool bends = space != src.space && space != Space::data && src.space != Space::data;
    const bool keeps = p.scale == "none" || is_signed_integer(src.pixel) || is_signed_integer(pixel);
    if (p.warn && !is_integer(src.pixel) && is_integer(pixel) && !src.meant) {
        const auto found = e.add("extremes", "extremes", {}, {image});
        e.add("clipped", "clipped",
              {{"top", src.white_value()}, {"doubles", real_of(src.pixel) == Pixel::f64}}, {found});
    }

    // Where numbers are kept, white of the source is not that of the result: alpha that is new comes last.
    const std::int64_t channels = p.channels.value_or(src.channels);
    const bool late = keeps && !src.has_alpha() && channels % 2 == 0 && channels != src.channels;
    const std::int64_t first = late ? channels - 1 : channels;
    if (first != src.channels)
        image = e.add("with_channels", "channels",
                      {{"channels", first}, {"exact", bends || pixel != src.pixel}, {"doubles", doubles}},
                      {image});
    if (bends)
        image =
            e.add("curve", "curve",
                  {{"to", value_of(space)}, {"white", keeps ? src.white_value() : 1.0}, {"doubles", doubles}},
                  {image});
    const ImageFormat now = e.format(image);
    if (now.pixel != pixel || now.white != white)
        image = e.add("rescale", "rescale",
                      {{"pixel", value_of(pixel)}, {"white", white}, {"keep_numbers", keeps}}, {image});
    if (late) image = e.add("with_channels", "opaque", {{"channels", channels}}, {image});
    if (space != e.format(image).space)
        image = e.add("label", "label", {{"space", value_of(space)}}, {image});
    e.output(image);
}

std::string refuse(const Convert& p, const StageInputs& inputs) {
    const Pixel pixel = p.pixel.value_or(inputs.image().pixel);
    if (!p.white || !is_integer(pixel)) return "";
    if (*p.white == std::floor(*p.white) && *p.white >= 1 && *p.white <= highest(pixel)) return "";
    return "white of " + std::string(name(pixel)) + " is a whole number from 1 to " +
           std::to_string(static_cast<std::int64_t>(highest(pixel))) + ", not " + text(Value(*p.white));
}

}  // namespace

StageDef convert() {
    return composition<Convert>("convert", "Changes pixel type, number of channels, and sRGB encoding.")
        .image_in("src", "The image.")
        .image_out("dst", "The result.")
        .param("pixel", &Convert::pixel,
               "The pixel type of the result; integers round half to even and saturate.", keyword("keep"))
        .param(
            "channels", &Convert::channels,
            "1 = grey (luma of colours), 2 = grey and alpha, 3 = RGB, 4 = RGBA; alpha that is new is opaque.",
            range(1, 4), keyword("keep"))
        .param("space", &Convert::space,
               "linear light or sRGB encoded; data is no light and is only relabelled.", keyword("keep"))
        .param("scale", &Convert::scale,
               "white takes white to white (u8 to f32 divides by 255); none keeps the numbers.",
               choices{"white", "none"})
        .param("white", &Convert::white,
               "The code value of white in the result; auto is that of the pixel type.", at_least(1e-6),
               keyword("auto"))
        .param(
            "warn", &Convert::warn,
            "Whether to warn when floats of unknown range are clipped on their way to integers. The convert "
            "that the planner puts before a save does.")
        .refuse(refuse)
        .expand(expand);
}

}  // namespace sluice::stages
