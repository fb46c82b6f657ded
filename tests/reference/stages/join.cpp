// All images in one format, copied pixel by pixel to where they lie: each begins where the one before ends,
// and a gap further.
#include "tests/reference/stages/join.hpp"

#include "tests/reference/moved.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"
#include "tests/reference/stages/convert.hpp"

#include <algorithm>

namespace sluice::reference {
namespace {

// The fewest bits that hold the numbers of both.
Pixel holding(Pixel a, Pixel b) {
    if (a == b) return a;
    if (a == Pixel::f64 || b == Pixel::f64) return Pixel::f64;
    if (a == Pixel::f32 || b == Pixel::f32) return Pixel::f32;
    if (a == Pixel::f16 || b == Pixel::f16)
        return a == Pixel::u16 || b == Pixel::u16 ? Pixel::f32 : Pixel::f16;
    return Pixel::u16;
}

}  // namespace

ImageFormat format_in_common(const std::vector<const Bounded*>& images) {
    ImageFormat all = images.front()->format();
    bool colour = false, alpha = false, whites_differ = false;
    for (const Bounded* image : images) {
        const ImageFormat& format = image->format();
        colour = colour || format.colors() > 1;
        alpha = alpha || format.has_alpha();
        whites_differ = whites_differ || format.pixel != images.front()->format().pixel ||
                        format.white_value() != images.front()->format().white_value();
        all.pixel = holding(all.pixel, format.pixel);
    }
    if (whites_differ) all.white = 0;
    const int colors = colour ? images.front()->format().colors() == 2 ? 2 : 3 : 1;
    all.channels = colors + (alpha ? 1 : 0);
    all.grey_alpha = colors == 1 && alpha;
    return all;
}

Bounded in_format_of(const Bounded& image, ImageFormat format) {
    format.width = image.format().width;
    format.height = image.format().height;
    return image.format() == format ? image : bounded_convert(image, format);
}

}  // namespace sluice::reference

namespace sluice::reference::stages {
namespace {

Bounded joined(const StageCall& call) {
    std::vector<const Bounded*> given;
    for (const Bounded* image : call.images)
        if (image != nullptr) given.push_back(image);
    const bool across = word_of(call.values, "direction") == "horizontal";
    const std::string align = word_of(call.values, "align");
    const auto gap = static_cast<std::size_t>(call.number("gap"));

    ImageFormat format = format_in_common(given);
    std::size_t length = (given.size() - 1) * gap, side = 0;
    for (const Bounded* image : given) {
        const ImageFormat& own = image->format();
        length += across ? own.width : own.height;
        side = std::max(side, across ? own.height : own.width);
    }
    format.width = across ? length : side;
    format.height = across ? side : length;

    Bounded dst = exactly(HostImage(format));
    const Beside beside = beside_of(call.values, format);
    const auto put = [&](const SamplePlace& p, double expected, double low, double high) {
        set_value(dst.expected.view(), p.x, p.row, p.channel, expected);
        set_value(dst.low.view(), p.x, p.row, p.channel, low);
        set_value(dst.high.view(), p.x, p.row, p.channel, high);
    };
    for_each_sample(format, [&](const SamplePlace& p) {
        const double v = beside.color[static_cast<std::size_t>(p.channel)];
        const double kept = stored(v, format.pixel);
        put(p, kept, kept, kept);
    });
    std::size_t at = 0;
    for (const Bounded* image : given) {
        const Bounded part = in_format_of(*image, format);
        const ImageFormat& own = part.format();
        const std::size_t rest = side - (across ? own.height : own.width);
        const std::size_t beside_it = align == "start" ? 0 : align == "end" ? rest : rest / 2;
        for_each_sample(own, [&](const SamplePlace& p) {
            const std::size_t layer = p.row / own.height, y = p.row % own.height;
            const SamplePlace to{p.x + (across ? at : beside_it),
                                 layer * format.height + y + (across ? beside_it : at), p.channel};
            put(to, sluice::reference::at(part.expected, p), sluice::reference::at(part.low, p),
                sluice::reference::at(part.high, p));
        });
        dst.exact = dst.exact && part.exact;
        at += (across ? own.width : own.height) + gap;
    }
    return dst;
}

}  // namespace

StageReference join() {
    return {.image = [](const StageCall& call) -> StageResult { return {joined(call)}; }};
}

}  // namespace sluice::reference::stages
