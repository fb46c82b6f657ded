// The time that a step of a batch takes.
#pragma once

#include <chrono>

namespace sluice {

using Clock = std::chrono::steady_clock;

// In seconds.
inline double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace sluice
