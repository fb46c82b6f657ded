// What a batch would do. Reads headers and makes plans, without running them.
#pragma once

#include "pipeline/batch/job.hpp"

namespace sluice {

// Returns one preview for each file of the job, in order. Writes nothing.
std::vector<Preview> preview_batch(const Job& job, const DeviceFacts& device);

}  // namespace sluice
