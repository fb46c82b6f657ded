// Functions of the host between the commands of frames (kinds.hpp, HostDef), and the thread that calls them.
#pragma once

#include "pipeline/core/host_image.hpp"
#include "pipeline/device/host_event.hpp"
#include "pipeline/device/queue.hpp"
#include "pipeline/plan/plan.hpp"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <string>
#include <thread>
#include <vector>

namespace sluice {

// One call for one frame. What it refers to stays until run() has ended.
class HostTask {
public:
    struct Image {
        std::size_t number = 0;  // of the plan
        HostView staged = {};    // rows as they lie in staging memory
        bool plain = false;      // as functions take them
    };
    struct Call {
        Primitive node;  // with the parameters of the frame
        std::vector<std::optional<Image>> images = {};
        Image result = {};
        std::vector<Event> there = {};                // when all of these are done, the images are there
        std::shared_ptr<const HostTask> before = {};  // of the same frame, or null
        bool skipped = false;                         // nobody looks at what the frame gives
        // Brings the result from staging memory to the device; not set where a command of the frame does. A
        // driver may read what it is to write at once, so that this command waits for no event of the host's.
        std::function<Event(Queue&)> send = {};
        // Hears when the function was called, once it has returned; may be empty.
        std::function<void(std::uint64_t begun)> timed = {};
    };
    // What the thread has for all of them.
    struct Workspace {
        // Where samples lie otherwise than functions take them they are copied, by image.
        std::map<std::size_t, HostImage> copies;
        std::optional<Queue> up;
    };

    HostTask(const Device& device, const Queue& queue, Call call)
        : call_(std::move(call)), device_(device), queue_(queue), made_(device, call_.node.id) {}

    // Complete when the result is there, or never will be.
    const Event& made() const { return made_.event(); }
    void run(Workspace& own) noexcept;
    // Waits until run() has ended. Throws DeviceError for what its images came to on the device, and what the
    // function threw, as Error(input) with the stage's id. Any thread.
    void wait();

private:
    void compute(Workspace& own) const;

    const Call call_;
    Device device_;
    Queue queue_;  // to wait with
    HostEvent made_;
    std::exception_ptr failure_;
    bool computed_ = false;
    enum class State { computes, sends, ended };
    std::atomic<State> state_ = State::computes;
};

// Calls them one after the other, in the order in which they were put. Starts with the first; ends when all
// are done.
class HostThread {
public:
    HostThread() = default;
    ~HostThread();
    HostThread(const HostThread&) = delete;
    HostThread& operator=(const HostThread&) = delete;

    void put(std::shared_ptr<HostTask> task);
    void finish() noexcept;  // waits until all that were put have ended. Any thread

private:
    void run();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::queue<std::shared_ptr<HostTask>> waiting_;  // the first one is at work
    bool ends_ = false;
    std::thread thread_;
};

}  // namespace sluice
