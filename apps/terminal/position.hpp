// Where a long command is, and how a line of the terminal says it.
#pragma once

#include "pipeline/batch/report.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace sluice::apps {

struct Position {
    std::size_t total = 0, finished = 0, failed = 0;  // files, or measurements
    std::size_t passed = 0;                           // of those finished: there was nothing to do for them
    // Of inputs, passed ones left out. 0 = not known: files count in their place.
    std::uintmax_t bytes = 0, finished_bytes = 0;
    double pixels = 0;       // of the pictures done
    double seconds = 0;      // since the beginning
    double finished_at = 0;  // when the last one was finished, in the same seconds
    bool rates = true;       // whether files in a second tell anything
    std::string doing = {};  // "compiling kernels"
    std::optional<QueueFill> queues = {};
};

// "[########------------] 8/20, 1 failed, 12 s left, 3.1 files/s, 25.3 MP/s, decode 2 [1] device 2 [0] encode
// 1": in brackets files that wait between the two. It fits into a line of so many columns and leaves the last
// one free. Where there is little room, whole parts go: the queues, the rates, the bar, which is shorter
// first, and what is being done. Below 40 columns the time that is left, failures and the count go too.
std::string bar_text(const Position& position, std::size_t columns);

}  // namespace sluice::apps
