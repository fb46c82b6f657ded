// Lifetimes to slots: images whose lives do not meet share device memory; the peak is known before a run.
#pragma once

#include "pipeline/plan/plan.hpp"

namespace sluice {

// Fills images[].slot, slots and peak_bytes. Images that the host writes or reads keep a slot of their
// own, since with unified memory the host works in them while the frame before is still around.
void allocate(ExecutionPlan& plan);

}  // namespace sluice
