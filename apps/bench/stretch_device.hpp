// The stretch on the device, timed by its events: transfers are not part of it.
#pragma once

#include "pipeline/sluice/sluice.hpp"

#include <cstddef>
#include <map>
#include <string>

namespace sluice::apps {

// Belongs to one thread. The image stays its owner's.
class DeviceStretch {
public:
    DeviceStretch(const HostImage& src, const Device& device, StorageChoice storage);

    struct Times {
        std::map<std::string, double> launches_ms;  // by what they compute: "normalize.stats"
        double kernels_ms = 0;                      // the sum of all launches
        double wall_ms = 0;                         // from the start of the first to the end of the last
    };
    Times run();

    // What is launched, by the name of its spans, with the bytes of device memory that it reads and writes.
    const std::map<std::string, std::size_t>& launches() const { return launches_; }
    HostImage result() const { return result_; }
    std::string storage() const;

private:
    const HostImage& src_;
    Plan plan_;
    HostImage result_;
    Session session_;
    std::map<std::string, std::size_t> launches_;
};

}  // namespace sluice::apps
