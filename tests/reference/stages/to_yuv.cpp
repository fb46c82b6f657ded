#include "tests/reference/stages/yuv.hpp"

#include "tests/reference/weighed.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::reference::stages {
namespace {

// Two columns (or rows) each, or the first of them.
Axis pairs(std::size_t size, bool mean) {
    Axis axis;
    for (std::size_t i = 0; i < size; i += 2)
        axis.push_back(
            {static_cast<std::int64_t>(i), mean ? std::vector<double>{0.5, 0.5} : std::vector<double>{1}});
    return axis;
}

}  // namespace

StageReference to_yuv() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        const std::string plane = word_of(call.values, "plane");
        const bool mean = word_of(call.values, "filter") == "mean", luma = plane == "y";
        const Real white = src.format().white_value();
        const YuvRule rule = yuv_rule(call.values, src.format(), white, 1);
        ImageFormat whole = src.format();
        whole.channels = static_cast<int>(plane.size());
        whole.grey_alpha = false;
        if (!luma && mean && is_integer(whole.pixel)) {
            whole.white = white;
            whole.pixel = real_of(whole.pixel);
        } else if (!luma && mean) {
            whole.pixel = real_of(whole.pixel);
            whole.white = white;
        }
        const bool grey = src.format().colors() == 1;
        const OfPixel function = [&](const std::vector<Lanes>& pixels) {
            const Lanes& v = pixels[0];
            const Real r = v[0], g = v[grey ? 0 : 1], b = v[grey ? 0 : 2];
            const Real y = rule.red * r + rule.green() * g + rule.blue * b;
            // Each colour once: of infinite ones, nothing is left where they are taken away from each other.
            const Real other = 1 - rule.blue, rest = 1 - rule.red;
            Lanes lanes;
            for (const char letter : plane) {
                if (letter == 'y')
                    lanes.push_back(rule.black + y / white * rule.luma);
                else if (letter == 'u')
                    lanes.push_back(rule.neutral + (other * b - rule.red * r - rule.green() * g) /
                                                       (2 * other) / white * rule.differences);
                else
                    lanes.push_back(rule.neutral + (rest * r - rule.green() * g - rule.blue * b) /
                                                       (2 * rest) / white * rule.differences);
            }
            return lanes;
        };
        const bool doubles = real_of(src.format().pixel) == Pixel::f64;
        const Bounded all =
            of_pixels({&src}, whole, function,
                      {8, 8 * white * std::ldexp(Real{1}, doubles ? -52 : -23), Between::corners});
        if (luma) return {all};
        ImageFormat dst = src.format();
        dst.channels = whole.channels;
        dst.grey_alpha = false;
        dst.width = (dst.width + 1) / 2;
        dst.height = (dst.height + 1) / 2;
        return {
            weighed(all, dst, pairs(whole.width, mean), pairs(whole.height, mean), {"clamp", {0, 0}}, false)};
    }};
}

}  // namespace sluice::reference::stages
