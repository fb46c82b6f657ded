// Words of the batch command.
#pragma once

#include "pipeline/batch/printable.hpp"
#include "pipeline/batch/report.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace sluice::apps {

using sluice::printable;

// How every duration is written, but in tables of measurements and for machines: "0.25 ms", "250 ms", "2.5
// s", "12 s", "3 min 05 s", "2 h 10 min".
std::string duration(double seconds);
std::string byte_count(std::uintmax_t bytes);              // "512 B", "1.5 MiB"
std::string file_rate(std::size_t files, double seconds);  // "3.1 files/s"
std::string pixel_rate(double pixels, double seconds);     // "25.3 MP/s"

// "8 done (2 unchanged, copied), 1 failed, 2 skipped in 1.3 s on NAME, NAME, 25.3 MP/s"
std::string summary_line(const Summary& summary);

// Why files were left: "interrupted" by the user, or "stopped" after a failure.
std::string what_left_files(const Summary& summary);

}  // namespace sluice::apps
