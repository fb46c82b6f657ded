// Tables of levels: what a chain of Points makes of each value that an 8- or 16-bit image can hold,
// evaluated once by the same functions on the device. Two things follow from such a table: minima and maxima
// of the chain's result are those of the image sent through it, and the result is the image looked up in it.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/graph/registry.hpp"
#include "pipeline/plan/primitives/primitives.hpp"
#include "pipeline/plan/rewrite/simplify.hpp"

#include <string>
#include <vector>

namespace sluice {

// Reduces behind Points look at the 8- or 16-bit image before them: for extremes where the Points are
// monotone, for sums where they are affine, and for all that follows from a histogram of 8 bit where they
// cost much. Extremes and counts are those of the Reduce as it was, sums within the error of float
// statistics. Adds a line to `decisions` for each.
void reduce_levels(Primitives& graph, std::vector<Observed>& observed, const Registry& registry,
                   const DeviceFacts& device, std::vector<std::string>& decisions);

// Chains of Points that cost more than reading a table become a lookup.
void look_levels_up(Primitives& graph, std::vector<Observed>& observed, const Registry& registry,
                    const DeviceFacts& device, std::vector<std::string>& decisions);

}  // namespace sluice
