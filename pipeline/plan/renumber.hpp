// Kernels call what they work on by the numbers of nodes (v7, src3, n7_exponent). Counted anew in each
// program in the order in which they come, the same kernel is the same text wherever in a graph it stands,
// and is compiled once for all graphs.
#pragma once

#include "pipeline/plan/plan.hpp"

namespace sluice {

// In the generated part of every program of the plan, and in the names of its kernels.
void renumber_kernels(ExecutionPlan& plan);

}  // namespace sluice
