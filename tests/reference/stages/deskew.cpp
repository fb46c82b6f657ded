// Of all angles that lie max_angle to both sides, in steps of a twentieth of a degree, the one for which the
// ink on neighbouring lines differs most, by the sum of squares; the smallest of equal ones. Then the page is
// turned back around its middle. Where it is not certain what is ink, nothing is known of the result.
#include "tests/reference/params.hpp"
#include "tests/reference/sampled.hpp"
#include "tests/reference/stage.hpp"

#include <cmath>
#include <map>
#include <numbers>

namespace sluice::reference::stages {
namespace {

Bounded mask_of_ink(const Bounded& src) {
    Values grey{{"pixel", "u8"}, {"channels", std::int64_t{1}}};
    if (src.format().space == Space::linear) grey["space"] = "encoded";
    const Bounded small = expected_within("resize",
                                          {{"width", std::int64_t{1000}},
                                           {"height", std::int64_t{1000}},
                                           {"fit", "inside"},
                                           {"when", "shrink"}},
                                          expected_within("convert", grey, src));
    return expected_within("threshold", {{"method", "mean"}, {"radius", std::int64_t{15}}, {"offset", 0.08}},
                           small);
}

// How different neighbouring lines are. `slope`: in 2^-16.
std::int64_t steepness(const HostImage& mask, std::int64_t slope) {
    const auto width = static_cast<std::int64_t>(mask.format().width);
    std::map<std::int64_t, std::int64_t> profile;
    for (std::size_t y = 0; y < mask.format().height; ++y)
        for (std::int64_t x = 0; x < width; ++x)
            if (value(mask.view(), static_cast<std::size_t>(x), y, 0) == 0)
                ++profile[static_cast<std::int64_t>(y) - ((x - width / 2) * slope >> 16)];
    std::int64_t sum = 0;
    for (const auto& [line, ink] : profile) {
        const auto at = [&](std::int64_t i) { return profile.count(i) > 0 ? profile.at(i) : 0; };
        sum += (ink - at(line - 1)) * (ink - at(line - 1));
        if (profile.count(line + 1) == 0) sum += ink * ink;
    }
    return sum;
}

Real found_angle(const HostImage& mask, Real most) {
    const auto radians = [](Real degrees) { return degrees * std::numbers::pi_v<Real> / 180; };
    const auto slope = [&](std::int64_t i) {
        return static_cast<std::int64_t>(std::nearbyint(std::tan(radians(0.05L * i)) * 0x1p16L));
    };
    std::int64_t best = 0, steepest = steepness(mask, 0);
    for (std::int64_t i = 1; i <= static_cast<std::int64_t>(std::floor(static_cast<double>(most) / 0.05));
         ++i)
        for (const std::int64_t angle : {-i, i}) {
            const std::int64_t found = steepness(mask, slope(angle));
            if (found > steepest) best = angle, steepest = found;
        }
    return radians(0.05L * best);
}

}  // namespace

StageReference deskew() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        const Bounded mask = mask_of_ink(src);
        Bounded dst = src;
        if (!mask.exact || !outside(mask.expected.view(), {mask.expected, mask.low, mask.high}).empty()) {
            widen(dst, {0, infinity});
            return {dst};
        }
        const Real angle = found_angle(mask.expected, call.number("max_angle"));
        const Real c = std::cos(angle), s = std::sin(angle);
        Values values = call.values;
        values["edge"] = std::string("constant");
        const ImageFormat& format = src.format();
        const Real middle_x = (static_cast<Real>(format.width) - 1) / 2;
        const Real middle_y = (static_cast<Real>(format.height) - 1) / 2;
        return {sampled(src, format, values, [&](std::size_t column, std::size_t row) -> Spot {
            const Real x = static_cast<Real>(column) - middle_x, y = static_cast<Real>(row) - middle_y;
            return {middle_x + c * x - s * y, middle_y + s * x + c * y, 1e-9L};
        })};
    }};
}

}  // namespace sluice::reference::stages
