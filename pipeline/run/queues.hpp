// The in-order queues of a Session: frames overlap because their transfers and passes are on different ones.
#pragma once

#include "pipeline/device/event.hpp"
#include "pipeline/device/queue.hpp"

#include <array>
#include <string>
#include <vector>

namespace sluice {

enum class Lane { up, compute, down };

class Queues {
public:
    Queues(const Device& device, bool profile);

    // With one queue, the same for each lane.
    Queue& operator[](Lane lane) { return queues_[index(lane)]; }
    std::size_t index(Lane lane) const { return queues_.size() == 1 ? 0 : static_cast<std::size_t>(lane); }
    std::size_t size() const { return queues_.size(); }
    const std::string& track(Lane lane) const;  // its name in a trace
    const std::string& reason() const { return reason_; }

    void flush();
    void abandon() noexcept;  // Queue::abandon() of all
    void finish() noexcept;   // Queue::finish() of all

private:
    std::vector<Queue> queues_;
    std::string reason_;  // why so many
};

// The last command of a frame on each queue: all of them are done when these are.
using LastEvents = std::array<Event, 3>;

}  // namespace sluice
