// The letters as an image of one colour, as opaque as they cover a pixel, and that blended over the image.
// How letters look is known by the library alone: tests/stages/text_test.cpp looks at that.
#include "stages/shared/file_fields.hpp"
#include "stages/shared/letters/lettering.hpp"
#include "stages/shared/outside.hpp"
#include "tests/reference/moved.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

namespace sluice::reference::stages {
namespace {

using sluice::stages::Lettering;
using sluice::stages::LineAlign;

Lettering letters_of(const StageCall& call) {
    const std::string text = sluice::stages::FileFields(word_of(call.values, "text")).text;
    return sluice::stages::lettering(
        text, {word_of(call.values, "font"), call.number("size"),
               named<LineAlign>(call.values, "align").value(), call.number("spacing")});
}

Bounded letters_over(const ImageFormat& src, const Lettering& letters, const StageCall& call) {
    ImageFormat format = src;
    format.channels = src.colors() == 1 ? 2 : 4;
    format.grey_alpha = format.channels == 2;
    const std::vector<double> color = sluice::stages::lanes_of(Colour(call.values.at("color")), format);
    format.white = src.white_value();
    if (is_signed_integer(format.pixel)) format.pixel = real_of(format.pixel);

    const auto width = static_cast<std::int64_t>(letters.width);
    const auto height = static_cast<std::int64_t>(letters.height);
    const auto margin = static_cast<std::int64_t>(call.number("margin"));
    const Place begin =
        begin_of(word_of(call.values, "gravity"), format, width + 2 * margin, height + 2 * margin);
    const std::int64_t left = begin.x + margin + static_cast<std::int64_t>(call.number("x"));
    const std::int64_t top = begin.y + margin + static_cast<std::int64_t>(call.number("y"));

    HostImage image(format);
    for_each_sample(format, [&](const SamplePlace& p) {
        const bool alpha = p.channel == format.colors();
        const std::int64_t x = static_cast<std::int64_t>(p.x) - left;
        const std::int64_t y = static_cast<std::int64_t>(p.row % format.height) - top;
        const bool inside = x >= 0 && x < width && y >= 0 && y < height;
        Real v = color[static_cast<std::size_t>(alpha ? 3 : p.channel)];
        if (alpha && inside)  // of which the device has floats
            v *= static_cast<float>(letters.coverage[static_cast<std::size_t>(y * width + x)] / 255.0);
        else if (alpha)
            v = 0;
        set_value(image.view(), p.x, p.row, p.channel, stored(v, format.pixel));
    });
    return exactly(std::move(image));
}

}  // namespace

StageReference text() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        const Lettering letters = letters_of(call);
        if (letters.coverage.empty()) return {src};
        const Bounded top = letters_over(src.format(), letters, call);
        return {expected_of_all("blend", {}, {&src, &top, nullptr})};
    }};
}

}  // namespace sluice::reference::stages
