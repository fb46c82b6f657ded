// A folder of pictures through a pipeline.
#pragma once

#include "pipeline/batch/file_pipeline.hpp"
#include "pipeline/batch/forecast.hpp"
#include "pipeline/batch/glimpse.hpp"
#include "pipeline/batch/journal.hpp"
#include "pipeline/batch/observer.hpp"
#include "pipeline/batch/record.hpp"
#include "pipeline/batch/steps.hpp"
#include "pipeline/core/overwrite.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/plan/options.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace sluice {

struct Job {
    FilePipeline pipeline;
    std::vector<BatchFile> files;
    Overwrite overwrite = Overwrite::never;
    StepsOptions steps;
    PlanOptions plan;
    Journal* journal = nullptr;      // of the run, with what earlier ones were ended by; must outlive the job
    const Record* record = nullptr;  // of the runs that this one resumes; must outlive the job
    // Throws what is to be said of a picture of a format that the pipeline is not for. Not set: any will do.
    std::function<void(const ImageFormat& picture)> expect = {};
    // Looks at a picture when it is decoded and when its result is written, for the FileReports; called from
    // several threads at once. Not set: nobody looks.
    std::function<Glimpse(const ConstHostView& picture)> glimpse = {};
    // Hears what Sessions say of their work; from several threads at once. Warnings about pictures are in the
    // FileReports.
    Log log = {};
    MemoryLimit memory = {};
    // Seconds that a call of a device may take; one that takes longer is lost as a device is that fails, and
    // its thread and memory stay as they are. 0 = any.
    double device_timeout = 0;
    // A file is copied where the pipeline leaves its picture as it was, and its result is of the same format
    // by no other options than the defaults.
    bool copy_unchanged = false;
};

// Reads, processes and saves every file. Goes on after a file that fails; outputs appear complete or not at
// all, in folders that are made where they are missing. Temporary files that killed runs left in these
// folders are removed first. Throws what the observer throws.
Summary run_batch(const Job& job, const Device& device, Observer& observer);

// The same on several devices, which take files from one list, each with its own plans, queues and frames in
// flight. One that is lost is dropped, and what it had is done by the others; so is one that cannot be
// opened. REQUIRES: none is closed where job.memory is a limit that was asked for, since forecasts go by the
// facts of each that is open.
Summary run_batch(const Job& job, const DeviceGroup& devices, Observer& observer);

// With another device step, for tests and for devices that are no OpenCL device.
Summary run_batch(const Job& job, const std::function<Finish(Decoded, FileReport&)>& start,
                  Observer& observer);

// The options of the job's plans, with what its limit leaves to a frame in memory of the device's own, and
// with the device's tuning.
PlanOptions limited_plan(const Job& job, const DeviceFacts& device);

// Why there is nothing to do for a file: "was done before", "'out/a.png' exists", "'out/a.png' is up to
// date"; else
// "". Throws Error(input) for an output that must not be replaced.
struct Skip {
    std::string why;
    bool recorded = false;                    // by the record of the job
    Overwrite overwrite = Overwrite::always;  // for a file that is to be done: what its output may replace
};
Skip reason_to_skip(const Job& job, const BatchFile& file);

}  // namespace sluice
