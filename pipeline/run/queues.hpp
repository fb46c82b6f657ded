// The in-order queues of a Session: frames overlap because their transfers and passes are on different ones.
// What follows a function of the host has queues of its own: on those before it, the next frame goes on in
// the meantime.
#pragma once

#include "pipeline/core/recycled.hpp"
#include "pipeline/device/event.hpp"
#include "pipeline/device/queue.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sluice {

enum class Lane { up, compute, down };

class Queues {
public:
    // `sections`: 1 more than there are functions of the host.
    Queues(const Device& device, bool profile, std::size_t sections);

    // Of the section that is being put on them. With one queue in each, the same for every lane.
    Queue& operator[](Lane lane) { return queues_[index(lane)]; }
    std::size_t index(Lane lane) const {
        return section_ * lanes_ + (lanes_ == 1 ? 0 : static_cast<std::size_t>(lane));
    }
    void begin() { section_ = 0; }  // of a frame
    void next_section() { ++section_; }
    std::size_t size() const { return queues_.size(); }
    Queue& any() { return queues_.front(); }    // to wait with. Any thread
    const std::string& track(Lane lane) const;  // its name in a trace. Any thread
    const std::string& reason() const { return reason_; }

    void flush();
    void abandon() noexcept;  // Queue::abandon() of all
    void finish() noexcept;   // Queue::finish() of all

private:
    std::vector<Queue> queues_;
    std::size_t lanes_, section_ = 0;
    std::string reason_;  // why so many
};

// The last command of a frame on each queue: all of them are done when these are.
using LastEvents = RecycledVector<Event>;

}  // namespace sluice
