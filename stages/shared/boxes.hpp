// What stages share that compute with means and variances of squares around each pixel.
#pragma once

#include "stages/shared/filter.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace sluice::stages {

// Between black and white; whole where code values are.
inline double middle_of(const ImageFormat& image) {
    const double half = image.white_value() / 2;
    return is_integer(image.pixel) ? std::nearbyint(half) : half;
}

// Squares of 2 * radius + 1 pixels a side.
struct Boxes {
    std::size_t radius = 1;
    EdgeRule edge = EdgeRule::clamp;

    double count() const { return std::pow(2 * static_cast<double>(radius) + 1, 2); }

    // Of real numbers, not rounded. Divided by their count they are means, exactly where they are whole.
    // Along rows, then along columns: a pass that several of them share has no tile, and would weigh whole
    // squares.
    Expansion::Edge sums(Expansion& e, const std::string& name, Expansion::Edge image) const {
        const std::vector<double> ones(2 * radius + 1, 1);
        Values values{{"edge", value_of(edge)}, {"pixel", value_of(e.format(image).pixel)}};
        values["columns"] = ones;
        image = e.add("weighed", name + "_of_rows", values, {image});
        values.erase("columns");
        values["rows"] = ones;
        return e.add("weighed", name, values, {image});
    }
};

inline Expansion::Edge product(Expansion& e, const std::string& name, Expansion::Edge image,
                               Expansion::Edge other) {
    return e.add("product", name, {}, {image, other});
}

}  // namespace sluice::stages
