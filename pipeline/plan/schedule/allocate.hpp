// Lifetimes to slots: images whose lives do not meet share device memory; the peak is known before a run.
#pragma once

#include "pipeline/plan/plan.hpp"

#include <cstddef>
#include <vector>

namespace sluice {

// The images that a step reads or writes. `host`: it is the host that does.
struct ImageUse {
    std::vector<std::size_t> images;
    bool host = false;
};

// Fills images[].slot, slots and peak_bytes. Images that the host writes or reads keep a slot of their
// own, since with unified memory the host works in them while the frame before is still around. `uses`: in
// the order of the steps.
void allocate(ExecutionPlan& plan, const std::vector<ImageUse>& uses);

}  // namespace sluice
