// A second process that compiles what a batch will need.
//
// PoCL compiles one kernel at a time in a process, however many threads ask. Where its cache is empty, a
// second process with the same arguments compiles the formats that come last while the batch itself begins
// with the first; they meet in PoCL's cache on disk.
#pragma once

#include "apps/batch/request.hpp"

#include "pipeline/device/device.hpp"

namespace sluice::apps {

// Whether this process is the second one.
bool is_compile_helper();

// Starts the second process where it is of use. It says nothing, and nobody waits for it.
void start_compile_helper(const BatchRequest& request, const Batch& batch, const Device& device);

}  // namespace sluice::apps
