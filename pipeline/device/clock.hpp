// The clocks of host and device.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/device/device.hpp"

#include <cstdint>

namespace sluice {

// Nanoseconds of the host's steady clock.
SLUICE_API std::uint64_t host_time();

// By how many nanoseconds the clock of Event::start() and end() is ahead of host_time(). Waits for a few
// commands on a queue of its own; the error is below half of what one of them takes with its wait. 0 where
// the driver tells no times. Throws Error(device).
SLUICE_API std::int64_t device_clock_ahead(const Device& device);

}  // namespace sluice
