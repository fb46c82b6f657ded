#include "stages/parts/warped/projection.hpp"

#include "stages/shared/sampled.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace sluice::stages {
namespace {

Plane plane(const Matrix& m, std::size_t row, int exponent) {
    const auto whole = [&](double v) {
        return static_cast<std::int64_t>(std::nearbyint(std::ldexp(v, exponent)));
    };
    return {whole(m[3 * row]), whole(m[3 * row + 1]), whole(m[3 * row + 2])};
}

// What a plane has at the corners of a part.
std::array<std::int64_t, 4> corners(const Plane& p, const Area& of) {
    const std::int64_t left = of.columns.first, right = of.columns.end - 1;
    const std::int64_t top = of.rows.first, bottom = of.rows.end - 1;
    return {p.at(left, top), p.at(right, top), p.at(left, bottom), p.at(right, bottom)};
}

template <class T>
std::pair<T, T> ends(const std::array<T, 4>& corners) {
    const auto [low, high] = std::minmax_element(corners.begin(), corners.end());
    return {*low, *high};
}

}  // namespace

Projection projection(const Matrix& m, std::size_t width, std::size_t height) {
    if (is_affine(m)) return {plane(m, 0, coordinate_bits), plane(m, 1, coordinate_bits), {}, true};
    // With room for the sums of a row's numbers, and for what rounding them adds.
    const auto room = [&](double most, int bits) { return most > 0 ? bits - 2 - std::ilogb(most) : 1000; };
    const int exponent =
        std::min(room(largest(m, 2, width, height), 50), room(farthest(m, width, height), 62));
    return {plane(m, 0, exponent), plane(m, 1, exponent), plane(m, 2, exponent), false};
}

Area Projection::footprint(const Area& of, Sampling sampling, std::size_t width, std::size_t height) const {
    if (affine) {
        const auto [left, right] = ends(corners(x, of));
        const auto [top, bottom] = ends(corners(y, of));
        return {sampled(left, right, sampling), sampled(top, bottom, sampling)};
    }
    const std::array<std::int64_t, 4> depths = corners(w, of);
    const auto [nearest, farthest] = ends(depths);
    if (nearest <= 0 && farthest >= 0)  // the horizon goes through it
        return {{0, static_cast<std::int64_t>(width)}, {0, static_cast<std::int64_t>(height)}};
    const auto along = [&](const Plane& p) {
        const std::array<std::int64_t, 4> at = corners(p, of);
        std::array<double, 4> places{};
        for (std::size_t i = 0; i < places.size(); ++i)
            places[i] = static_cast<double>(at[i]) / static_cast<double>(depths[i]);
        const auto [low, high] = ends(places);
        return sampled(low, high, 0x1p-16, sampling);
    };
    return {along(x), along(y)};
}

}  // namespace sluice::stages
