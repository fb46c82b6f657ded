// The kernels of a plan. Included in this floor only.
#pragma once

#include "pipeline/device/kernel.hpp"
#include "pipeline/plan/plan.hpp"

#include <cstddef>
#include <functional>
#include <map>

namespace sluice {

// Told before each step and after the last one; false: no further step is begun.
using GoOn = std::function<bool(std::size_t done, std::size_t all)>;

// By step of the plan, one for each Launch.
using Kernels = std::map<std::size_t, Kernel>;

// Launches of the plan that have no kernel yet.
std::size_t missing_kernels(const ExecutionPlan& plan, const Kernels& kernels);

// Builds those that are missing, several at a time; one by one where the calls of this thread are watched, so
// that it is known which one hangs. Returns false where `go_on` did. Throws what the first one failed with.
bool build_kernels(const Device& device, const ExecutionPlan& plan, Kernels& kernels, const GoOn& go_on = {});

}  // namespace sluice
