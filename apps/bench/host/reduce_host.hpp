// The reduction in C++ on all cores.
#pragma once

#include "apps/bench/host/reduce_loops.hpp"
#include "apps/bench/host/team.hpp"
#include "pipeline/core/host_image.hpp"

namespace sluice::apps {

// Belongs to one thread. The image stays its owner's. REQUIRES: has_reduce_loop() of its format.
class HostReduce {
public:
    explicit HostReduce(const HostImage& src);
    LoopRange run();

private:
    const HostImage& src_;
    Team team_;
};

}  // namespace sluice::apps
