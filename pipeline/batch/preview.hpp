// What a batch would do, without doing it: headers are read, plans are made.
#pragma once

#include "pipeline/batch/job.hpp"

namespace sluice {

// One for each file of the job, in order. Touches no output.
std::vector<Preview> preview_batch(const Job& job, const DeviceFacts& device);

}  // namespace sluice
