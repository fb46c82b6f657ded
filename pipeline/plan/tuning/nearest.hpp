// Which measurements a device is planned by.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/plan/options.hpp"
#include "pipeline/plan/tuning/tuning.hpp"

#include <string>
#include <vector>

namespace sluice {

// Those that come with sluice.
const std::vector<DeviceTuning>& shipped_tunings();

// Of these the one of the same name, else the one of its kind, a CPU or not, with the most similar number of
// compute units.
const DeviceTuning& nearest_tuning(const DeviceFacts& device);

// PlanOptions::tuning, or else the nearest.
const DeviceTuning& tuning_for(const DeviceFacts& device, const PlanOptions& options);

// What that says of a device, for as many compute units as that has.
Profile profile_for(const DeviceFacts& device, const PlanOptions& options);

// Whether it was measured on such a device.
bool is_tuned(const DeviceFacts& device, const DeviceTuning& tuning);

// Whether its numbers are for another number of compute units.
bool is_scaled(const DeviceFacts& device, const DeviceTuning& tuning);

// Where the costs of plans come from, on one line: "costs: tuned on this device 2026-11-28".
std::string costs_text(const DeviceFacts& device, const PlanOptions& options);

}  // namespace sluice
