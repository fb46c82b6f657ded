// Min-max normalize of one RGBA8 image on the device, against C++ on all cores and against memcpy.
#pragma once

#include "apps/command.hpp"

namespace sluice::apps {

// Prints a table, or writes JSON. Throws Error(device) when the device and C++ disagree about a byte.
int bench_stretch(const Arguments& arguments);

}  // namespace sluice::apps
