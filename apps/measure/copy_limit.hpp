// How fast the device copies: the limit of a pass that writes as much as it reads.
#pragma once

#include "pipeline/device/kernel.hpp"
#include "pipeline/device/queue.hpp"
#include "pipeline/run/session.hpp"

#include <cstddef>
#include <vector>

namespace sluice::apps {

// Copies all of an image that lies on the device to one of the same storage, in each of the ways that some
// device likes best. Belongs to one thread.
class CopyLimit {
public:
    // A natural image object must be of unsigned integers.
    CopyLimit(const DeviceImage& image, const Device& device);
    double run_ms();  // of the fastest way, by the event of its kernel

private:
    struct Way {
        Kernel kernel;
        std::size_t groups;
    };

    Queue queue_;
    std::size_t local_;
    Memory dst_;
    std::vector<Way> ways_;
};

}  // namespace sluice::apps
