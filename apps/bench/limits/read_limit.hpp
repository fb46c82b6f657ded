// How fast the device reads: the limit that a reduction is measured against.
#pragma once

#include "pipeline/device/kernel.hpp"
#include "pipeline/device/queue.hpp"
#include "pipeline/run/session.hpp"

#include <vector>

namespace sluice::apps {

// Reads all of an image that lies on the device, in each of the orders that some device likes best.
// Belongs to one thread.
class ReadLimit {
public:
    ReadLimit(const DeviceImage& image, const Device& device);
    double run_ms();  // of the fastest order, by the event of its kernel

private:
    Queue queue_;
    std::size_t local_, groups_;
    std::vector<Kernel> orders_;
    Memory result_;
};

}  // namespace sluice::apps
