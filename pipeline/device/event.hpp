// An event, a thin owner of what OpenCL has (queue.hpp has the rules of all).
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/device/device.hpp"

#include <cstdint>
#include <memory>
#include <utility>

namespace sluice {

// Something that the device will have done. Empty events are done.
class SLUICE_API Event {
public:
    Event() = default;
    // Host nanoseconds of the device's clock; 0 when the queue does not profile. Only after it is done.
    std::uint64_t start() const;
    std::uint64_t end() const;
    // Whether it is done, or failed; does not wait.
    bool done() const;
    // Whether queues of this device can wait for it. Empty events are of every one.
    bool is_of(const Device& device) const;

    struct Impl;
    explicit Event(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
    Impl* impl() const { return impl_.get(); }

private:
    std::shared_ptr<Impl> impl_;
};

}  // namespace sluice
