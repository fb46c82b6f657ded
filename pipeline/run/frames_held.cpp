// Which Frames of a Session have memory, and what waits for it.
#include "pipeline/core/error.hpp"
#include "pipeline/device/forked.hpp"
#include "pipeline/run/session_state.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace sluice {

std::unique_ptr<FrameMemory> Session::State::take_memory() {
    refuse_forked();
    while (all_taken() && end_kept(true)) {
    }
    {
        const std::lock_guard lock(mutex_);
        if (!free_.empty()) {
            std::unique_ptr<FrameMemory> memory = std::move(free_.back());
            free_.pop_back();
            return memory;
        }
        if (frames_ >= options.frames_in_flight)
            throw Error(Error::Kind::usage, "session",
                        std::to_string(frames_) +
                            " frames are held, which is the limit (frames_in_flight); destroy one first");
    }
    queues.begin();
    auto memory = std::make_unique<FrameMemory>(device, plan, queues, options.download);
    counters.peak_device_bytes += memory->device_bytes();
    const std::lock_guard lock(mutex_);
    ++frames_;
    return memory;
}

void Session::State::give_back(std::unique_ptr<FrameMemory> memory) {
    {
        const std::lock_guard lock(mutex_);
        free_.push_back(std::move(memory));
    }
    room_.notify_all();
}

void Session::State::lose(std::unique_ptr<FrameMemory> memory) {
    memory.reset();
    {
        const std::lock_guard lock(mutex_);
        --frames_;
    }
    room_.notify_all();
}

bool Session::State::all_taken() {
    while (end_kept(false)) {
    }
    const std::lock_guard lock(mutex_);
    return is_full();
}

// Nobody hears of the end of an application's event: one is asked for again and again.
bool Session::State::wait_for_room(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        if (!all_taken()) return true;
        std::unique_lock lock(mutex_);
        const auto has_room = [this] { return !is_full(); };
        if (kept_until_.empty())
            room_.wait(lock, stop, [&] { return has_room() || !kept_until_.empty(); });
        else
            room_.wait_for(lock, stop, std::chrono::milliseconds(1), has_room);
    }
    return false;
}

void Session::State::keep(std::shared_ptr<Frame::State> frame, const Event& event) {
    {
        const std::lock_guard lock(mutex_);
        kept_until_.push_back({std::move(frame), event});
    }
    room_.notify_all();
}

bool Session::State::end_kept(bool waits) {
    KeptFrame kept;
    {
        const std::lock_guard lock(mutex_);
        const auto at = std::find_if(kept_until_.begin(), kept_until_.end(),
                                     [&](const KeptFrame& k) { return waits || k.until.done(); });
        if (at == kept_until_.end()) return false;
        kept = std::move(*at);
        kept_until_.erase(at);
    }
    kept.end();
    return true;
}

Session::State::KeptFrame::~KeptFrame() { end(); }

// What the event came to is the application's.
void Session::State::KeptFrame::end() {
    if (frame == nullptr || is_forked()) return;
    try {
        if (until.impl() != nullptr) frame->session->queues.any().wait_all({&until, 1}, "frame");
    } catch (const Error&) {
    }
    frame.reset();
}

}  // namespace sluice
