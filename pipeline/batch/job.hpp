// Runs a folder of images through a pipeline.
#pragma once

#include "pipeline/batch/batch_files.hpp"
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
    BatchFiles files;
    Overwrite overwrite = Overwrite::never;
    StepsOptions steps;
    PlanOptions plan;
    Journal* journal = nullptr;      // of the run, with what earlier ones were ended by; must outlive the job
    const Record* record = nullptr;  // of the runs that this one resumes; must outlive the job
    // Throws an Error if the pipeline is not meant for images of this format. Not set: all formats are
    // accepted.
    std::function<void(const ImageFormat& picture)> expect = {};
    // Makes a preview of each decoded image and of each result, for the FileReports. Called from several
    // threads at once. Not set: there are no previews.
    std::function<Glimpse(const ConstHostView& picture)> glimpse = {};
    // Receives the messages of Sessions, from several threads at once. Warnings about images are in the
    // FileReports.
    Log log = {};
    MemoryLimit memory = {};
    // Time limit for a call of a device, in seconds; 0 = none. A device that exceeds it is lost; its thread
    // and memory are left as they are.
    double device_timeout = 0;
    // Copy a file if the pipeline does not change its image, and the result has the same file format with
    // default options.
    bool copy_unchanged = false;
};

// Reads, processes and saves every file. If a file fails, the others continue. Outputs appear complete or not
// at all. Missing folders are created. First removes temporary files of killed runs from these folders.
// Throws what the observer throws.
Summary run_batch(const Job& job, const Device& device, Observer& observer);

// The same on several devices. They take files from one list, and each has its own plans, queues and frames
// in flight. If a device is lost or cannot be opened, the others do its files. REQUIRES: if job.memory is a
// limit that was asked for, all devices are open, because forecasts depend on the facts of each device.
Summary run_batch(const Job& job, const DeviceGroup& devices, Observer& observer);

// With another device step, for tests and for devices that do not use OpenCL.
Summary run_batch(const Job& job, const std::function<Finish(Decoded, FileReport&)>& start,
                  Observer& observer);

// Whether a Sink returns only when its file would survive a power failure.
bool is_durable(const CheckedNode& sink);

// Removes the temporary files of killed runs from the folders that these files are saved in. Returns how many
// there were.
std::size_t remove_abandoned_files(const BatchFiles& files);

// The options of the job's plans, with the tuning of the device. If the device has its own memory, they
// include the limit for a frame.
PlanOptions limited_plan(const Job& job, const DeviceFacts& device);

}  // namespace sluice
