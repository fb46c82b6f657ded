// Derivatives by 3 x 3 pixels: -1, 0, 1 along one axis, `side`, `middle`, `side` along the other.
#pragma once

#include "tests/reference/neighbours.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::reference {

// The format of what is found in an image: data, i16 of u8 unless a pixel type is asked for.
inline ImageFormat slope_format(const StageCall& call) {
    ImageFormat dst = call.image().format();
    dst.white = dst.white_value();
    dst.space = Space::data;
    const Pixel standard = dst.pixel == Pixel::u8 ? Pixel::i16 : real_of(dst.pixel);
    dst.pixel = named<Pixel>(call.values, "pixel").value_or(standard);
    return dst;
}

inline Ends magnitude(const Ends& x, const Ends& y, bool doubles) {
    const Real expected = std::sqrt(x.expected * x.expected + y.expected * y.expected);
    if (!x.finite() || !y.finite())
        return x.known() && y.known() ? Ends{expected, expected, expected} : unknown;
    const auto least = [](const Ends& v) {
        return v.low <= 0 && v.high >= 0 ? 0 : std::min(std::fabs(v.low), std::fabs(v.high));
    };
    const auto most = [](const Ends& v) { return std::max(std::fabs(v.low), std::fabs(v.high)); };
    const Real share = std::ldexp(Real{4}, doubles ? -53 : -24);
    return {expected, std::sqrt(least(x) * least(x) + least(y) * least(y)) * (1 - share),
            std::sqrt(most(x) * most(x) + most(y) * most(y)) * (1 + share)};
}

// Degrees. Where it may turn once around, or there may be none, nothing is known.
inline Ends angle(const Ends& x, const Ends& y, bool doubles) {
    const auto of = [](Real a, Real b) {
        const Real turned = std::atan2(b + 0, a + 0) * 180 / std::acos(Real{-1});
        return turned < 0 ? turned + 360 : turned;
    };
    const Real expected = of(x.expected, y.expected);
    if (std::isnan(expected) && x.known() && y.known()) return {expected, expected, expected};
    const bool exact = x.low == x.high && y.low == y.high;
    const Real off_by = std::ldexp(Real{360 * 16}, doubles ? -53 : -24);
    const bool around = x.high >= 0 && y.low <= 0 && y.high >= 0 && !(exact && y.expected == 0);
    if (!x.finite() || !y.finite() || around || expected > 360 - 2 * off_by) return unknown;
    Ends ends{expected, expected, expected};
    for (const Real a : {x.low, x.high})
        for (const Real b : {y.low, y.high}) {
            ends.low = std::min(ends.low, of(a, b));
            ends.high = std::max(ends.high, of(a, b));
        }
    const bool quarter = exact && (x.expected == 0 || y.expected == 0);
    ends.low -= quarter && expected == 0 ? 0 : off_by;
    ends.high += off_by;
    ends.low = std::max(ends.low, Real{0});
    return ends;
}

inline StageReference slopes(double side, double middle) {
    return {.image = [side, middle](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        const Beside outside = beside_of(call.values, src.format());
        std::vector<Weight> across, down;
        for (const std::int64_t i : {-1, 0, 1})
            for (const std::int64_t sign : {-1, 1}) {
                const double weight = static_cast<double>(sign) * (i == 0 ? middle : side);
                across.push_back({{sign, i}, weight});
                down.push_back({{i, sign}, weight});
            }
        const Sums x(src, across, outside), y(src, down, outside);
        const std::string direction = word_of(call.values, "direction");
        const bool doubles = real_of(src.format().pixel) == Pixel::f64;
        return {of_ends(src, slope_format(call), [&](const SamplePlace& p) {
            if (direction == "x") return x.at(p);
            if (direction == "y") return y.at(p);
            return direction == "angle" ? angle(x.at(p), y.at(p), doubles)
                                        : magnitude(x.at(p), y.at(p), doubles);
        })};
    }};
}

}  // namespace sluice::reference
