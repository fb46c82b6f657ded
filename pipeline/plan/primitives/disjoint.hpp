// Separable Gathers whose outputs share no source pixel: halves and quarters of an image by areas, and by
// linear weights without antialias. Each output weighs pixels of a rectangle of its own, and all alike.
#pragma once

#include "pipeline/graph/gather.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace sluice {

// Along one axis: output i weighs source pixels from i * step + first on, none of which output i + 1 does,
// nor what lies behind its own `step`.
struct DisjointAxis {
    std::size_t step = 1, first = 0;
    std::vector<double> weights;
};
struct Disjoint {
    DisjointAxis columns, rows;
};

// nullopt where an output weighs otherwise, or beyond its rectangle. `outputs`: of a row, and rows.
std::optional<Disjoint> disjoint(const Separable& taps, std::size_t columns, std::size_t rows);

}  // namespace sluice
