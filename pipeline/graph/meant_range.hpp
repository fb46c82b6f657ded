// Where a stage that moves values along lines means the floats of its result to lie (ImageFormat::meant).
#pragma once

#include "pipeline/core/value_range.hpp"

#include <limits>
#include <vector>

namespace sluice {

inline constexpr ValueRange unbounded{-std::numeric_limits<double>::infinity(),
                                      std::numeric_limits<double>::infinity()};

// Along lines that nothing clamps: `in` has pairs of a low and a high, which go to out.low and out.high
// (these may be turned around); `from` is where the source lies.
ValueRange stretched_open(const ValueRange& from, const std::vector<double>& in, const ValueRange& out);

// Of standardize. Given means and deviations, one for all or one for each group, say it exactly for a source
// that lies in `from`. Of those that are measured, two deviations on either side of the mean have to have
// room.
ValueRange standardized(const ValueRange& from, const std::vector<double>& means,
                        const std::vector<double>& deviations, double epsilon, double scale, double shift);

}  // namespace sluice
