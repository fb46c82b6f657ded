// What a Reduce of a random graph finds, against the reference.
#pragma once

#include "pipeline/core/table.hpp"
#include "pipeline/core/value.hpp"
#include "tests/property/bounded.hpp"

#include <string>

namespace sluice::property {

// "" when the Table of a stage `reduce` with these parameters is right, else the first value that is not.
// Of an exact image: counts, positions, extremes and sums of integers equal; sums of floats to 1e-9 of the
// sum of their absolute values, variances to 1e-6, bins of floats but for values on an edge. Luma is a float
// that may be 4 ulp off. Of an uncertain image: extremes and sums within what its samples allow.
std::string wrong_table(const Table& table, const Bounded& image, const Bounded* mask, const Values& params);

}  // namespace sluice::property
