// Words of the batch command.
#pragma once

#include "pipeline/batch/printable.hpp"
#include "pipeline/batch/report.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace sluice::apps {

using sluice::printable;

std::string duration(double seconds);          // "0.25 s", "12 s", "3 min 05 s", "2 h 10 min"
std::string byte_count(std::uintmax_t bytes);  // "512 B", "1.5 MiB"

// Where a run is.
struct Position {
    std::size_t files = 0, finished = 0, failed = 0;
    std::uintmax_t bytes = 0,
                   finished_bytes = 0;  // of inputs; bytes 0 = not known: files count in their place
    double pixels = 0;                  // of the pictures done
    double seconds = 0;                 // since the beginning
    std::optional<QueueFill> queues = {};
};
// "[########------------] 8/20, 1 failed, 3.1 files/s, 25.3 MP/s, 12 s left, decode 2 [1] device 2 [0] encode
// 1": in brackets files that wait between the two.
std::string bar(const Position& position);

// "8 done, 1 failed, 2 skipped in 1.3 s on NAME, NAME, 25.3 MP/s"
std::string summary_line(const Summary& summary);

// Why files were left: "interrupted" by the user, or "stopped" after a failure.
std::string what_left_files(const Summary& summary);

}  // namespace sluice::apps
