// How fast images go to the device and back when nothing else happens.
#pragma once

#include "pipeline/plan/memory.hpp"
#include "pipeline/run/session.hpp"

#include <cstddef>

namespace sluice::apps {

// GB/s between memory of the host, pinned where the device has memory of its own, and memory of the device.
struct TransferRates {
    double up = 0, down = 0;  // one after the other, in one direction only
    double both = 0;          // of each direction, while the other one is as busy

    double one_way() const { return up < down ? up : down; }
};

// Transfers an image like this one `count` times in each way. Belongs to one thread.
TransferRates transfer_rates(const PlannedImage& image, const Device& device, std::size_t count);

}  // namespace sluice::apps
