// --isolate-device: a batch whose files are processed in a child. If the device hangs or the child crashes,
// the file that it was at fails, and another child goes on with the others.
#pragma once

#include "pipeline/device/device.hpp"
#include "pipeline/sluice/batch.hpp"

#include <functional>
#include <stop_token>

namespace sluice::apps {

// Called in each child; must print nothing.
using OpenDevices = std::function<DeviceGroup()>;

// As batch.run(), in a process that has opened no device and whose interrupts are watched
// (apps/interrupt.hpp). A device hangs if one of its calls takes longer than BatchOptions::device_timeout.
//
// If several files were in flight when a child ended early, each is tried again in a child of its own, so
// that only the one that ends its child fails. After that, a device has one file at a time. Throws what
// batch.run() throws, the Errors of `open`, and Error(device) if a child ends before it begins a file.
Summary run_in_children(const Batch& batch, const OpenDevices& open, const std::stop_token& stop);

}  // namespace sluice::apps
