// The kernels of a plan. Included in this floor only.
#pragma once

#include "pipeline/device/kernel.hpp"
#include "pipeline/plan/plan.hpp"

#include <cstddef>
#include <functional>
#include <map>

namespace sluice {

// Told before each step, with the steps that are done; false: no further one is begun.
using GoOn = std::function<bool(std::size_t done, std::size_t all)>;

// Told of each kernel, on the thread that has asked for all, with the seconds that it took: of next to none
// where the driver or the device had it.
using Built = std::function<void(const Launch& step, double seconds)>;

// By step of the plan, one for each Launch.
using Kernels = std::map<std::size_t, Kernel>;

// Launches of the plan that have no kernel yet.
std::size_t missing_kernels(const ExecutionPlan& plan, const Kernels& kernels);

// Builds those that are missing, several at a time; one by one where the calls of this thread are watched, so
// that it is known which one hangs. Returns false where `go_on` did. Throws what the first one failed with.
bool build_kernels(const Device& device, const ExecutionPlan& plan, Kernels& kernels, const GoOn& go_on = {},
                   const Built& built = {});

}  // namespace sluice
