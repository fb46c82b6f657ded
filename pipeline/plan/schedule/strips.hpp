// Into how many strips images are cut, so that a frame fits the memory that there is.
#pragma once

#include "pipeline/plan/schedule/assembly.hpp"

#include <cstddef>
#include <optional>

namespace sluice {

// More strips than those of this plan, where it does not fit; nothing where it does. REQUIRES: memory is
// allocated. Throws Error(usage) where strips do not help: with the number that would be needed, the stage
// whose footprint is to blame, and what would do.
std::optional<std::size_t> cut(const Assembly& assembly);

}  // namespace sluice
