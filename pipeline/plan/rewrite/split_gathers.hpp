// Separable Gathers of many weights go along rows and along columns in passes of their own.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/plan/primitives/primitives.hpp"
#include "pipeline/plan/rewrite/simplify.hpp"

#include <string>
#include <vector>

namespace sluice {

// Where a tile could not keep all sums that a line adds to, and on GPUs where too few items would share the
// work and the image between is no larger than its own: the image between the passes is stored as real
// numbers, so that the result is the same to the bit. Says what it did in `decisions`.
void split_gathers(Primitives& graph, std::vector<Observed>& observed, const DeviceFacts& device,
                   std::vector<std::string>& decisions);

}  // namespace sluice
