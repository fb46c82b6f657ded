// How times and rates are written.
#pragma once

#include <cstddef>
#include <string>

namespace sluice::apps {

// How every duration is written, but in tables of measurements and for machines: "0.25 ms", "250 ms", "2.5
// s", "12 s", "3 min 05 s", "2 h 10 min".
std::string duration(double seconds);
std::string file_rate(std::size_t files, double seconds);  // "3.1 files/s"
std::string pixel_rate(double pixels, double seconds);     // "25.3 MP/s"

}  // namespace sluice::apps
