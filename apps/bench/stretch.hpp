// Min-max normalize of one RGBA8 image on the device, against C++ on all cores and against memcpy.
#pragma once

#include "apps/command.hpp"

namespace sluice::apps {

// Prints a table, or writes JSON. Throws Error(device) when the device and C++ disagree about a byte.
Command bench_stretch_command();

}  // namespace sluice::apps
