// For the program: a batch whose job is not run on devices that this process has opened.
#pragma once

#include "pipeline/batch/job.hpp"
#include "pipeline/sluice/batch.hpp"

#include <functional>
#include <stop_token>

namespace sluice {

class JobOfBatch {
public:
    // Gets the job of a batch, without its memory limit, and tells the observer of each file. Called once.
    using RunJob = std::function<Summary(Job&, Observer&)>;

    // What Batch::run() does, with a job that is run by somebody else.
    static Summary run(const Batch& batch, const RunJob& run_job, const std::stop_token& stop);
};

// Opens what must be open for the memory limit, and says what it leaves. Throws Error(usage, "batch").
MemoryLimit open_within_limit(DeviceGroup& devices, const BatchOptions& options);

}  // namespace sluice
