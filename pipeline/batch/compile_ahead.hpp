// Compiling the kernels of a batch before its pictures need them.
#pragma once

#include "pipeline/batch/job.hpp"
#include "pipeline/device/device.hpp"

namespace sluice {

// Runs a blank picture of each format that the files of a job have, so that the driver's cache on disk has
// its kernels; the format that comes last goes first, since the job itself begins with the first. Only
// headers are read, nothing is written. What fails is left to the job. Stops when StepsOptions::stop says so.
void compile_ahead(const Job& job, const Device& device);

}  // namespace sluice
