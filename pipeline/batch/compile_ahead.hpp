// Compiles the kernels of a batch before its images need them.
#pragma once

#include "pipeline/batch/job.hpp"
#include "pipeline/device/device.hpp"

namespace sluice {

// Runs a blank image of each format that the files of a job have, so that the driver's cache on disk has its
// kernels. The last format goes first, because the job itself starts with the first. Reads only headers, and
// writes nothing. Ignores errors, which the job will report. Stops when StepsOptions::stop says so.
void compile_ahead(const Job& job, const Device& device);

}  // namespace sluice
