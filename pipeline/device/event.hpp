// Events of a device. The rules for all handles are in queue.hpp.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/device/device.hpp"

#include <cstdint>
#include <memory>
#include <utility>

namespace sluice {

// The end of a command on a device. An empty Event is done.
class SLUICE_API Event {
public:
    Event() = default;
    // When the command started and ended, in nanoseconds of the device's clock (see device_clock_ahead). 0 if
    // its queue does not profile. Call these only once the event is done.
    std::uint64_t start() const;
    std::uint64_t end() const;
    // Whether the command has finished or failed. Does not wait.
    bool done() const;
    // Whether queues of this device can wait for the event. True for an empty Event.
    bool is_of(const Device& device) const;

    struct Impl;
    explicit Event(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
    Impl* impl() const { return impl_.get(); }

private:
    std::shared_ptr<Impl> impl_;
};

}  // namespace sluice
