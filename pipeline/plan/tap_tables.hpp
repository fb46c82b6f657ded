// The weights of a separable Gather as kernels read them.
#pragma once

#include "pipeline/plan/assemble.hpp"
#include "pipeline/plan/gather_code.hpp"

namespace sluice {

// Adds them to the plan, rounded once to float (as doubles where the pass works in double); nothing for a
// Gather of another form. gather.clh says how they lie.
TapTables tap_tables(Assembly& assembly, std::size_t gather, bool doubles);

}  // namespace sluice
