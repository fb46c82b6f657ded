// Into how many strips images are cut, so that a frame fits the memory that there is.
#pragma once

#include "pipeline/plan/plan.hpp"

#include <cstddef>
#include <optional>

namespace sluice {

// More strips than those of this plan, where it does not fit; nothing where it does. `limit`: bytes, 0 = what
// the device has. Throws Error(usage), with the number that would be needed, where strips do not help.
std::optional<std::size_t> cut(const ExecutionPlan& plan, std::size_t limit);

}  // namespace sluice
