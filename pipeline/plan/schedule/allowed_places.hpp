// What the function of a Gather may read by the footprint that its stage declares.
#pragma once

#include "pipeline/plan/memory.hpp"
#include "pipeline/plan/primitives/primitives.hpp"

namespace sluice {

// The columns of its image that the result may read, then the rows that each of its rows may: the first, and
// the one behind the last, as i32. Rows are in memory whole, so that a function may read more columns than it
// uses.
PlannedTable allowed_places(const Primitives& graph, const Primitive& gather);

}  // namespace sluice
