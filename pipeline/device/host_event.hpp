// An event that is the host's to complete.
#pragma once

#include "pipeline/device/event.hpp"

#include <string>

namespace sluice {

// Commands may wait for it before it is complete. It is complete at the latest when this is destroyed, so
// that nothing waits without end.
class HostEvent {
public:
    HostEvent(const Device& device, const std::string& stage);
    ~HostEvent() { complete(); }
    HostEvent(const HostEvent&) = delete;
    HostEvent& operator=(const HostEvent&) = delete;

    const Event& event() const { return event_; }
    void complete() noexcept;  // one thread at a time; the first call counts

private:
    Event event_;
    bool complete_ = false;
};

}  // namespace sluice
