// The stretch on the device, timed by its events: transfers are not part of it.
#pragma once

#include "pipeline/sluice/sluice.hpp"

#include <set>
#include <string>

namespace sluice::apps {

// Belongs to one thread. The image stays its owner's.
class DeviceStretch {
public:
    DeviceStretch(const HostImage& src, const Device& device, StorageChoice storage);

    struct Times {
        double kernels_ms;  // the sum of all launches
        double wall_ms;     // from the start of the first launch to the end of the last
    };
    Times run();

    HostImage result() const { return result_; }
    std::string storage() const;

private:
    const HostImage& src_;
    Plan plan_;
    HostImage result_;
    Session session_;
    std::set<std::string> launches_;  // the names of their spans; all others are transfers
};

}  // namespace sluice::apps
