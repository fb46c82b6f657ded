#include "apps/tune/repeat.hpp"

#include <algorithm>

namespace sluice::apps {

double least_ns_of_round(const std::function<double(std::uint32_t rounds)>& run,
                         std::chrono::milliseconds limit) {
    using Clock = std::chrono::steady_clock;
    constexpr double long_enough = 3e6;
    constexpr std::uint32_t most_rounds = 1 << 28;
    constexpr int least_runs = 3, most_runs = 100;
    const Clock::time_point end = Clock::now() + limit;
    std::uint32_t rounds = 16;
    run(rounds);  // compiles on some devices, and begins to use the memory
    while (run(rounds) < long_enough && rounds < most_rounds) rounds *= 2;
    double least = run(rounds);
    for (int runs = 1; runs < least_runs || (runs < most_runs && Clock::now() < end); ++runs)
        least = std::min(least, run(rounds));
    return least / rounds;
}

}  // namespace sluice::apps
