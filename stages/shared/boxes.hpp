// What stages share that compute with sums, means and variances of rectangles around each pixel. Sums of
// whole numbers cost the same for any radius: they slide (docs/decisions/0060-sums-that-slide.md).
#pragma once

#include "stages/shared/filter.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace sluice::stages {

// Between black and white; whole where pixel values are.
inline double middle_of(const ImageFormat& image) {
    const double half = image.white_value() / 2;
    return is_integer(image.pixel) ? std::nearbyint(half) : half;
}

// Where an image consists of whole numbers: the least and the greatest of them.
struct Whole {
    double low = 0, high = 0;

    std::vector<double> list() const { return {low, high}; }
};
using MaybeWhole = std::optional<Whole>;

// Of pixel values. Those of i32 are whole too, but sums of their products are too large for 64 bits.
inline MaybeWhole whole_of(const ImageFormat& image) {
    if (!is_integer(image.pixel) || image.pixel == Pixel::i32) return std::nullopt;
    return Whole{lowest(image.pixel), highest(image.pixel)};
}
// Of `centred`.
inline MaybeWhole whole_centred(const ImageFormat& image) {
    MaybeWhole of = whole_of(image);
    if (of) *of = {of->low - middle_of(image), of->high - middle_of(image)};
    return of;
}
inline MaybeWhole whole_product(const MaybeWhole& a, const MaybeWhole& b) {
    if (!a || !b) return std::nullopt;
    const auto [low, high] =
        std::minmax({a->low * b->low, a->low * b->high, a->high * b->low, a->high * b->high});
    return Whole{low, high};
}
inline MaybeWhole whole_square(const MaybeWhole& of) {
    MaybeWhole square = whole_product(of, of);
    if (square) square->low = 0;
    return square;
}

// Squares of 2 * radius + 1 pixels a side.
struct Boxes {
    std::size_t radius = 1;
    EdgeRule edge = EdgeRule::clamp;

    double count() const { return std::pow(2 * static_cast<double>(radius) + 1, 2); }

    // Of real numbers, not rounded. Divided by their count they are means, exactly where they are whole; else
    // they are added up along rows, then along columns: a pass that several of them share has no tile, and
    // would weigh whole squares.
    Expansion::Edge sums(Expansion& e, const std::string& name, Expansion::Edge image,
                         const MaybeWhole& whole = {}) const {
        const std::vector<double> ones(2 * radius + 1, 1);
        Values values{{"edge", value_of(edge)}, {"pixel", value_of(e.format(image).pixel)}};
        values["columns"] = ones;
        if (whole) {
            values["whole"] = whole->list();
        } else {
            image = e.add("weighed", name + "_of_rows", values, {image});
            values.erase("columns");
        }
        values["rows"] = ones;
        return e.add("weighed", name, values, {image});
    }
};

inline Expansion::Edge product(Expansion& e, const std::string& name, Expansion::Edge image,
                               Expansion::Edge other) {
    return e.add("product", name, {}, {image, other});
}

// Means of rectangles around each pixel.
struct Means {
    std::size_t columns = 3, rows = 3;
    EdgeRule edge = EdgeRule::clamp;
    Color color = {};

    // Whether what is outside is one of the image's numbers too.
    bool holds(const Whole& whole, const std::vector<double>& lanes) const {
        return edge != EdgeRule::constant || std::all_of(lanes.begin(), lanes.end(), [&](double v) {
                   return v == std::nearbyint(v) && v >= whole.low && v <= whole.high;
               });
    }

    Expansion::Edge of(Expansion& e, Expansion::Edge image, Weigh alpha, Pixel pixel) const {
        const ImageFormat src = e.format(image);
        const auto even = [](std::size_t count, double weight) { return std::vector<double>(count, weight); };
        const auto part = [](std::size_t count) { return 1 / static_cast<double>(count); };
        const bool by_alpha = alpha == Weigh::weigh && src.has_alpha();
        MaybeWhole whole = whole_of(src);
        if (whole && by_alpha) {  // products too large for a float are whole all the same
            const Whole product = *whole_product(whole, whole);
            whole = Whole{std::min(whole->low, product.low), product.high};
        }
        const std::vector<double> outside = outside_lanes(color, src, alpha);
        if (!whole || !holds(*whole, outside))
            return convolved(e, image, alpha, pixel,
                             {even(columns, part(columns)), even(rows, part(rows)), edge, color});
        return filtered(e, image, alpha, pixel, [&](Expansion::Edge from, Pixel to) {
            const ImageFormat& format = e.format(from);
            const double white = to == format.pixel ? format.white : format.white_value();
            const auto sum = e.add("weighed", "sum",
                                   {{"columns", even(columns, 1)},
                                    {"rows", even(rows, 1)},
                                    {"edge", value_of(edge)},
                                    {"color", outside},
                                    {"pixel", value_of(real_of(format.pixel))},
                                    {"whole", whole->list()}},
                                   {from});
            return e.add(
                "averaged", "mean",
                {{"count", static_cast<double>(columns * rows)}, {"pixel", value_of(to)}, {"white", white}},
                {sum});
        });
    }
};

}  // namespace sluice::stages
