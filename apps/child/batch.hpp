// --isolate-device: a batch whose files are processed in a child. If the device hangs or the child crashes,
// the file that it was at fails, and another child goes on with the others.
#pragma once

#include "pipeline/batch/job.hpp"
#include "pipeline/device/device.hpp"

#include <functional>

namespace sluice::apps {

// Opens devices, and gives the job the memory limit that they leave. Called in each child; must print
// nothing.
using OpenDevices = std::function<DeviceGroup(Job& job)>;

// As run_batch(), in a process that has opened no device and whose interrupts are watched
// (apps/interrupt.hpp). A device hangs if one of its calls takes longer than job.device_timeout.
//
// If several files were in flight when a child ended early, each is tried again in a child of its own, so
// that only the one that ends its child fails. After that, a device has one file at a time. Throws what the
// observer throws, the Errors of `open`, and Error(device) if a child ends before it begins a file.
Summary run_in_children(const Job& job, const OpenDevices& open, Observer& observer);

}  // namespace sluice::apps
