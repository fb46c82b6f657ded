// What a batch writes takes the place of nothing that it reads.
#pragma once

#include "apps/command.hpp"
#include "pipeline/batch/job.hpp"

namespace sluice::apps {

// Throw wrong_arguments where an output, the manifest or the page would replace a picture, a file that the
// pipeline reads or one that another option names, where the manifest or the page cannot be written, and
// where a manifest of an earlier run would be lost.
void check_files(const Arguments& arguments, const Job& job);

}  // namespace sluice::apps
