// The Tables that a Session keeps from frame to frame. Included in this floor only.
#pragma once

#include "pipeline/core/recycled.hpp"
#include "pipeline/device/queue.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/run/frame_memory.hpp"

#include <cstddef>
#include <mutex>
#include <vector>

namespace sluice {

// A state is what all such Tables of the plan hold once a frame is through. Each frame reads one and makes
// the next; since one in-order queue computes all frames, nobody waits. What a frame has made counts for
// those behind it until the frame is found to have failed: then the state is again that before it, also where
// others went on from it in the meantime. Frames end on any thread, the rest is done on the Session's.
class KeptTables {
public:
    // `frames`: how many may be on their way. Nothing is allocated afterwards.
    KeptTables(const Device& device, const ExecutionPlan& plan, std::size_t frames);

    // Puts the Tables that a frame reads and makes into its memory. Returns what it does on the queue.
    RecycledVector<Event> begin(std::size_t frame, FrameMemory& memory, Queue& compute);
    // Once each, when nothing uses its Tables any more; a frame that has ended before is passed over.
    void end(std::size_t frame, bool succeeded);
    // The next frame is as the first one.
    void reset();

    // Whether frames that begin from now on leave anything behind.
    void count(bool counting);

    std::size_t device_bytes() const;

private:
    using State = std::vector<Memory>;  // by kept Table
    struct OnItsWay {
        std::size_t frame, before, made;  // states
        bool counts;                      // the latest state follows from its own
    };

    bool is_free(std::size_t state) const;

    const ExecutionPlan& plan_;
    std::vector<std::size_t> tables_;  // of the plan
    std::vector<State> states_;        // the first one is all zero, and stays so
    std::mutex mutex_;                 // for what follows
    RecycledVector<OnItsWay> frames_;  // in their order
    std::size_t latest_ = 0;
    bool counting_ = true;
    bool zero_ = false;  // the first state is known to be
};

}  // namespace sluice
