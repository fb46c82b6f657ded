// The in-order queues of a Session. Frames overlap because transfers and passes are on different queues. The
// section after a host function has its own queues, so that the next frame can continue on the queues before
// it.
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
    // `sections`: the number of host functions plus 1.
    Queues(const Device& device, bool profile, std::size_t sections);

    // The queue of the current section. If a section has one queue, it is the same for every lane.
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

// The last command of a frame on each queue. When these are done, all commands of the frame are.
using LastEvents = RecycledVector<Event>;

}  // namespace sluice
