// Angles that a page may be turned back by.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace sluice::stages {

constexpr double skew_step = 0.05;  // degrees

// As many to each side as lie within `most` degrees, and 0 in the middle.
struct SkewAngles {
    std::int64_t to_each_side;

    explicit SkewAngles(double most)
        : to_each_side(static_cast<std::int64_t>(std::floor(most / skew_step))) {}
    std::size_t count() const { return static_cast<std::size_t>(2 * to_each_side + 1); }
    double degrees(std::size_t i) const {
        return static_cast<double>(static_cast<std::int64_t>(i) - to_each_side) * skew_step;
    }
    // Of lines of text that stand straight when the page is turned by that, counter-clockwise: how much lower
    // they are one column further to the right.
    double slope(std::size_t i) const { return std::tan(degrees(i) * std::numbers::pi / 180); }
};

}  // namespace sluice::stages
