// Which passes of a CPU go over samples of pixels, those that treat all channels alike, or over planes, those
// that mix channels. Samples lie side by side in images whose rows are as on the host; planes are made of
// padded pixels as well.
#pragma once

#include "pipeline/plan/schedule/assembly.hpp"

#include <cstddef>
#include <map>
#include <string>

namespace sluice {

// Makes those passes so that could be, whatever their images are stored in. Returns whether there are any.
bool interleave_passes(Assembly& assembly);
// The images that nothing but such passes, the host and applications touch, with the reason.
std::map<std::size_t, std::string> images_in_rows(const Assembly& assembly);
// Takes back those whose images are stored otherwise. Returns whether there were any.
bool part_those_stored_otherwise(Assembly& assembly);
// What is left sees the plan so from here on.
void show_samples(Assembly& assembly);

}  // namespace sluice
