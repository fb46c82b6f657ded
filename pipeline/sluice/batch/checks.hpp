// What a batch writes takes the place of nothing that it reads.
#pragma once

#include "pipeline/batch/job.hpp"
#include "pipeline/sluice/batch.hpp"

namespace sluice {

// Throws Error(usage, "batch") where an output or the manifest would replace a picture or a file that the
// pipeline reads, where root would follow a link, where the manifest cannot be written, and where one of an
// earlier run would be lost.
void check_files(const Job& job, const std::string& output, const BatchOptions& options);

}  // namespace sluice
