// What a batch would do.
#pragma once

#include "apps/command.hpp"
#include "pipeline/sluice/batch.hpp"

namespace sluice::apps {

// Prints it, file by file, with the memory that the largest takes; no picture is decoded. Returns the exit
// code.
int dry_run(const Batch& batch, const Device& device, const Messages& messages);

}  // namespace sluice::apps
