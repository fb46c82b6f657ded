// Where a stage that moves values along lines means the floats of its result to lie (ImageFormat::meant).
#pragma once

#include "pipeline/core/value_range.hpp"

#include <vector>

namespace sluice {

// Of a stretch, for a source that lies in `from`. `in` has pairs of a low and a high, or nothing where these
// are measured; they go to out.low and out.high, which may be turned around. With a clamp the ends of `out`
// are those of the result. Without one the lines go on, and where `everywhere` nobody knows how far: not all
// pixels are measured, or colours follow their luma.
ValueRange stretched_range(const ValueRange& from, const std::vector<double>& in, const ValueRange& out,
                           bool clamp, bool everywhere);

// Of standardize. Given means and deviations, one for all or one for each group, say it exactly for a source
// that lies in `from`. Of those that are measured, two deviations on either side of the mean have to have
// room.
ValueRange standardized(const ValueRange& from, const std::vector<double>& means,
                        const std::vector<double>& deviations, double epsilon, double scale, double shift);

}  // namespace sluice
