// The stretch in C++ on all cores.
#pragma once

#include "apps/bench/host/stretch_loops.hpp"
#include "apps/bench/host/team.hpp"
#include "pipeline/core/host_image.hpp"

#include <cstddef>

namespace sluice::apps {

// Belongs to one thread. The image stays its owner's.
class HostStretch {
public:
    explicit HostStretch(const HostImage& src);

    std::size_t cores() const { return team_.size(); }
    // Finds the range and stretches.
    void stretch(const StretchLoop& loop);
    // What that made.
    const HostImage& result() const { return dst_; }

private:
    const HostImage& src_;
    HostImage dst_;
    Team team_;
};

}  // namespace sluice::apps
