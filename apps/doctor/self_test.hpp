// Small pipelines on a device, held against plain loops on the host.
#pragma once

#include "apps/doctor/examination.hpp"
#include "pipeline/core/device_facts.hpp"
#include "pipeline/device/device.hpp"

#include <vector>

namespace sluice::apps {

// What there is to try on a device: each pipeline in buffers and in the image objects that it has. None of
// them has run.
std::vector<Trial> trials_of(const DeviceFacts& device);

// Runs one of trials_of(). Fills in outcome and detail; throws no Error. Any thread.
void run_trial(const Device& device, Trial& trial);

}  // namespace sluice::apps
