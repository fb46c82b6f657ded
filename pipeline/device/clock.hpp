// The clocks of the host and the device.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/device/device.hpp"

#include <cstdint>

namespace sluice {

// The host's steady clock, in nanoseconds. Any thread.
SLUICE_API std::uint64_t host_time();

// How many nanoseconds the clock of Event::start() and end() is ahead of host_time(). Runs a few commands on
// a queue of its own, and waits for them. The error is less than half the time of the fastest command,
// including the wait. 0 if the driver does not report times. Throws Error(device). Any thread.
SLUICE_API std::int64_t device_clock_ahead(const Device& device);

}  // namespace sluice
