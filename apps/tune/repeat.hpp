// Runs something until its time is known well enough.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace sluice::apps {

// Nanoseconds of a round of work, at the least of several runs. `run` does so many rounds and says how many
// nanoseconds they took. There are as many rounds in a run as make it long beside its launch, unless those of
// one are; at least three runs, and no more once `limit` is over.
double least_ns_of_round(const std::function<double(std::uint32_t rounds)>& run,
                         std::chrono::milliseconds limit);

}  // namespace sluice::apps
