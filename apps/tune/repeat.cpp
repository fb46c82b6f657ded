#include "apps/tune/repeat.hpp"

#include <algorithm>

namespace sluice::apps {

double least_ns_of_round(const std::function<double(std::uint32_t rounds)>& run,
                         std::chrono::milliseconds limit) {
    using Clock = std::chrono::steady_clock;
    // Short enough that other programs leave some runs alone.
    constexpr double long_enough = 5e5;
    constexpr std::uint32_t most_rounds = 1 << 28;
    constexpr int least_runs = 3;
    const Clock::time_point end = Clock::now() + limit;
    std::uint32_t rounds = 16;
    run(rounds);  // compiles on some devices, and begins to use the memory
    while (run(rounds) < long_enough && rounds < most_rounds) rounds *= 2;
    double least = run(rounds);
    for (int runs = 1; runs < least_runs || Clock::now() < end; ++runs) least = std::min(least, run(rounds));
    return least / rounds;
}

}  // namespace sluice::apps
