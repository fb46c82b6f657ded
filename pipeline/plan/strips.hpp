// Into how many strips images are cut, so that a frame fits the memory that there is.
#pragma once

#include "pipeline/plan/plan.hpp"

#include <optional>

namespace sluice {

// Smaller strips than those of this plan, where it does not fit; nothing where it does. `limit`: bytes, 0 =
// what the device has. Throws Error(usage), with the number that would be needed, where strips do not help.
std::optional<Strips> cut(const ExecutionPlan& plan, std::size_t limit);

}  // namespace sluice
