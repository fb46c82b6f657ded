// Mean, variance and standard deviation, computed on the host from the sums that a reduction has counted. The
// sums are exact, so no digits are lost to cancellation.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/table.hpp"

#include <cstddef>
#include <string>

namespace sluice {

// The Table must have the fields `count` and `sum`, and `sum_sq` for all functions except mean(). `ddof`
// (delta degrees of freedom) is subtracted from the count by which the sum of squares is divided. Any thread.
// The result is NaN in these cases:
// - No pixel was counted, or no more than `ddof`.
// - The squares do not fit in a double (values near 1e300 or 1e-300).
// - f64 values are more than 1e12 standard deviations away from 0, so that their squares do not show their
//   spread. This needs the fields `min` and `max`; without them, the result is 0.
SLUICE_API double mean(const Table& statistics, std::size_t channel = 0, std::size_t row = 0);
SLUICE_API double variance(const Table& statistics, std::size_t channel = 0, std::size_t row = 0,
                           int ddof = 0);
SLUICE_API double standard_deviation(const Table& statistics, std::size_t channel = 0, std::size_t row = 0,
                                     int ddof = 0);

// Whether a field (`min`, `max`, `min_at` or `max_at`) has no meaning because no pixel was counted. Such a
// field holds the value that counting starts from.
SLUICE_API bool has_no_extreme(const Table& statistics, const std::string& field, std::size_t channel = 0,
                               std::size_t row = 0);

}  // namespace sluice
