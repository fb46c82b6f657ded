// The Tables that a Session keeps from frame to frame. Only this floor includes it.
#pragma once

#include "pipeline/core/recycled.hpp"
#include "pipeline/device/queue.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/run/frame_memory.hpp"

#include <cstddef>
#include <mutex>
#include <vector>

namespace sluice {

// A state is the contents of all such Tables of the plan after a frame. Each frame reads a state and makes
// the next one. One in-order queue computes all frames, so nobody waits. Later frames use the state of a
// frame until it is found to have failed. Then the state before that frame counts again, even if other frames
// have continued from it. Frames end on any thread; everything else happens on the thread of the Session.
class KeptTables {
public:
    // `frames`: the most frames in flight. Nothing is allocated later.
    KeptTables(const Device& device, const ExecutionPlan& plan, std::size_t frames);

    // Gives a frame the Tables that it reads and makes. Returns the command that it enqueues.
    RecycledVector<Event> begin(std::size_t frame, FrameMemory& memory, Queue& compute);
    // Call it once for each frame, when nothing uses its Tables any more. Ignores frames that have ended
    // before.
    void end(std::size_t frame, bool succeeded);
    // The next frame starts from the initial state.
    void reset();

    // Whether frames that start from now on leave a state for later ones.
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
