// A second image whose pixels meet those of the first.
#pragma once

#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"
#include "tests/reference/stages/convert.hpp"

#include <algorithm>
#include <functional>
#include <vector>

namespace sluice::reference {

enum class Whites { meet, stay };

// White to white (numbers stay what they are beside signed integers), grey where the first image is grey;
// not rounded on the way. Alpha, where it has it, goes along.
inline Bounded as_first(const Bounded& b, const ImageFormat& a, Whites whites = Whites::meet) {
    const bool keeps =
        whites == Whites::stay || is_signed_integer(a.pixel) || is_signed_integer(b.format().pixel);
    ImageFormat format = b.format();
    format.pixel = real_of(a.pixel) == Pixel::f64 ? Pixel::f64 : real_of(format.pixel);
    format.white = keeps ? b.format().white_value() : a.white_value();
    if (a.colors() == 1 && format.colors() == 3) {
        format.channels = format.has_alpha() ? 2 : 1;
        format.grey_alpha = format.channels == 2;
    }
    Bounded brought = bounded_convert(b, format, !keeps);
    // Which divides for a white of 1, where a second image is multiplied by a factor that is rounded.
    if (!keeps && is_integer(b.format().pixel) && a.white_value() == 1 && b.format().white_value() != 1)
        widen(brought, {2, 0});
    return brought;
}

// The parameter `value` as an image of the size of the first, as a device holds its numbers.
inline Bounded as_image(const StageCall& call, const std::vector<double>& value) {
    ImageFormat format = call.image().format();
    format.pixel = real_of(format.pixel);
    format.channels = static_cast<int>(value.size());
    format.grey_alpha = false;
    HostImage image(format);
    for_each_sample(format, [&](const SamplePlace& p) {
        set_value(image.view(), p.x, p.row, p.channel,
                  static_cast<double>(call.real(value[static_cast<std::size_t>(p.channel)])));
    });
    return exactly(std::move(image));
}

// Stages of two images, or of one and a number. `white`: of the second image where it is a factor, else 1.
using OfBoth = std::function<Real(Real a, Real b, Real white)>;
inline StageReference of_both(const OfBoth& function, Between between = Between::corners,
                              Whites whites = Whites::meet, Real ulps = 2) {
    return {.image = [=](const StageCall& call) -> StageResult {
        const Bounded& a = call.image();
        const Bounded* second = call.if_connected(1);
        const Bounded b = second != nullptr ? as_first(*second, a.format(), whites)
                                            : as_image(call, numbers_of(call.values, "value").value());
        const Real white = second != nullptr && whites == Whites::stay ? second->format().white_value() : 1;
        const auto of_samples_of = [&](const Lanes& v) { return function(v[0], v[1], white); };
        return {of_samples({&a, &b}, a.format(), of_samples_of, {.ulps = ulps, .between = between})};
    }};
}

}  // namespace sluice::reference
