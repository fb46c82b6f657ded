// For tests, and for programs that tell about a device.
#pragma once

#include "pipeline/device/device.hpp"

#include <cstddef>

namespace sluice {

// How often the compiler of the driver was called for this device.
std::size_t builds_of(const Device& device);

// Whether no program for this device had to be compiled again, with the driver's own header.
bool short_headers_will_do(const Device& device);

// Seconds that the compiler of the driver has worked for this device, without what its cache had.
double seconds_compiling(const Device& device);

// Bytes of all Memory of this device that lives, without what an application gave to us.
std::size_t held_bytes_of(const Device& device);

// The same device in the same context, taken for one with these facts: work for a device that is not at
// hand (without unified memory, with less local memory) can so be planned and run. Counts and programs are
// its own.
Device with_facts(const Device& device, const DeviceFacts& facts);

}  // namespace sluice
