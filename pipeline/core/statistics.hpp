// What follows from the sums of a Reduce: mean, variance, standard deviation. Done on the host from
// exact sums, so nothing is lost to cancellation.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/table.hpp"

#include <cstddef>
#include <string>

namespace sluice {

// All take a Table with the fields count, sum and (all but mean) sum_sq, and give NaN for an empty
// group, and for squares that no double holds (of values near 1e300, or 1e-300), or that do not tell how far
// values are from each other (f64 beyond 1e12 standard deviations from 0; with the fields min and max, else
// 0). `ddof` is taken from the number of pixels that the sum of squares is divided by.
SLUICE_API double mean(const Table& statistics, std::size_t channel = 0, std::size_t row = 0);
SLUICE_API double variance(const Table& statistics, std::size_t channel = 0, std::size_t row = 0,
                           int ddof = 0);
SLUICE_API double standard_deviation(const Table& statistics, std::size_t channel = 0, std::size_t row = 0,
                                     int ddof = 0);

// Whether that field of that group has no value: a minimum, a maximum or the place of one where nothing was
// counted. It holds what counting starts from.
SLUICE_API bool has_no_extreme(const Table& statistics, const std::string& field, std::size_t channel = 0,
                               std::size_t row = 0);

}  // namespace sluice
