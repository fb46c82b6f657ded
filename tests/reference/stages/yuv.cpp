#include "tests/reference/stages/yuv.hpp"

#include "tests/reference/weighed.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::reference::stages {
namespace {

// Single channels of an image, some of its columns.
Bounded picked(const Bounded& src, std::size_t width, const std::function<SamplePlace(std::size_t)>& from) {
    ImageFormat one = src.format();
    one.width = width;
    one.channels = 1;
    one.grey_alpha = false;
    const auto image = [&](const HostImage& of) {
        HostImage result(one);
        for (std::size_t row = 0; row < one.rows(); ++row)
            for (std::size_t x = 0; x < width; ++x) {
                SamplePlace place = from(x);
                place.row = row;
                set_value(result.view(), x, row, 0, at(of, place));
            }
        return result;
    };
    return {image(src.expected), image(src.low), image(src.high), src.exact};
}
Bounded channel_of(const Bounded& src, int channel, std::size_t from = 0, std::size_t step = 1) {
    const std::size_t width = (src.format().width - from + step - 1) / step;
    return picked(src, width, [=](std::size_t x) -> SamplePlace { return {from + x * step, 0, channel}; });
}

// What each of `size` columns (or rows) has of half as many.
Axis halves(std::size_t size, bool shared, bool linear, Real offset) {
    Axis axis;
    for (std::size_t i = 0; i < size; ++i) {
        if (!shared) {
            axis.push_back({static_cast<std::int64_t>(i), {1}});
            continue;
        }
        if (!linear) {
            axis.push_back({static_cast<std::int64_t>(i / 2), {1}});
            continue;
        }
        const Real place = static_cast<Real>(i) / 2 - offset / 4;
        const Real whole = std::floor(place), share = place - whole;
        Window window{static_cast<std::int64_t>(whole), {static_cast<double>(1 - share)}};
        if (share > 0) window.weights.push_back(static_cast<double>(share));
        axis.push_back(window);
    }
    return axis;
}

Bounded spread(const StageCall& call, const Bounded& src, std::size_t width, std::size_t height, bool rows) {
    const std::string siting = word_of(call.values, "siting");
    const bool linear = word_of(call.values, "filter") == "linear";
    ImageFormat dst = src.format();
    dst.width = width;
    dst.height = height;
    dst.white = dst.white_value();
    if (linear) dst.pixel = real_of(dst.pixel);
    return weighed(src, dst, halves(width, true, linear, siting == "center" ? 1 : 0),
                   halves(height, rows, linear, siting == "topleft" ? 0 : 1), {"clamp", {0}}, false);
}

}  // namespace

StageReference yuv() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& first = call.image();
        const std::string format = word_of(call.values, "format");
        const bool packed = format == "yuyv" || format == "uyvy", p010 = format == "p010";
        const Bounded luma = channel_of(first, format == "uyvy" ? 1 : 0);
        Bounded u = luma, v = luma;
        if (packed) {
            u = channel_of(first, format == "uyvy" ? 0 : 1, 0, 2);
            v = channel_of(first, format == "uyvy" ? 0 : 1, 1, 2);
        } else if (format == "i420" || format == "yv12") {
            u = channel_of(call.image(1), 0);
            v = channel_of(call.image(2), 0);
        } else {
            u = channel_of(call.image(1), 0);
            v = channel_of(call.image(1), 1);
        }
        if (format == "nv21" || format == "yv12") std::swap(u, v);
        const ImageFormat& src = first.format();
        u = spread(call, u, src.width, src.height, !packed);
        v = spread(call, v, src.width, src.height, !packed);

        const Real white = p010 ? 65472 : src.white_value();
        const YuvRule rule = yuv_rule(call.values, src, white, p010 ? 64 : 1);
        ImageFormat dst = src;
        dst.channels = 3;
        dst.grey_alpha = false;
        dst.space = Space::encoded;
        dst.pixel = named<Pixel>(call.values, "pixel").value_or(src.pixel);
        if (p010 || dst.pixel != src.pixel) dst.white = 0;
        const Real after = dst.white_value();
        const OfPixel function = [&](const std::vector<Lanes>& planes) -> Lanes {
            const Real y = (planes[0][0] - rule.black) / rule.luma;
            const Real b = (planes[1][0] - rule.neutral) / rule.differences;
            const Real r = (planes[2][0] - rule.neutral) / rule.differences;
            const Real red = 2 * (1 - rule.red), blue = 2 * (1 - rule.blue);
            const Real green_b = blue * rule.blue / rule.green(), green_r = red * rule.red / rule.green();
            return {(y + red * r + 0 * b) * after, (y - green_b * b - green_r * r) * after,
                    (y + blue * b + 0 * r) * after};
        };
        const bool doubles = real_of(src.pixel) == Pixel::f64 || real_of(dst.pixel) == Pixel::f64;
        const Real epsilon = std::ldexp(Real{1}, doubles ? -52 : -23);
        const Real scale = std::max(after / white, Real{1});
        return {of_pixels({&luma, &u, &v}, dst, function,
                          {16 * scale, 16 * std::max(after, white) * epsilon, Between::corners})};
    }};
}

}  // namespace sluice::reference::stages
