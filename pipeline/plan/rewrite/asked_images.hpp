// Which images a caller wants in memory.
#pragma once

#include "pipeline/plan/primitives/primitives.hpp"

#include <string>
#include <vector>

namespace sluice {

// Sets Primitive::stored of those that PlanOptions::store names. Throws Error(usage) for a name that is no
// image of the graph, with those that are.
void mark_stored(Primitives& graph, const std::vector<std::string>& store);

}  // namespace sluice
