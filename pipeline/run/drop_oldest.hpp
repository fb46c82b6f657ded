// A queue between two threads that drops its oldest entry when it is full.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace sluice {

// For a camera's thread, which must not wait, and the thread of a Session. put() never waits: if the queue is
// full, it drops the oldest value. All functions may be called from any thread.
template <class T>
class DropOldest {
public:
    // `most`: how many values the queue holds, at least 1. With 1, take() returns the newest value.
    explicit DropOldest(std::size_t most = 1) : most_(most == 0 ? 1 : most) {}

    // Adds a value. Returns the value that was dropped, so that its memory can be reused: the oldest one if
    // the queue was full, or `value` itself after close().
    std::optional<T> put(T value) {
        std::optional<T> dropped;
        {
            const std::lock_guard lock(mutex_);
            if (closed_) {
                ++dropped_;
                return value;
            }
            if (waiting_.size() == most_) {
                dropped = std::move(waiting_.front());
                waiting_.pop_front();
                ++dropped_;
            }
            waiting_.push_back(std::move(value));
        }
        changed_.notify_one();
        return dropped;
    }

    // Removes and returns the oldest value. Waits for one if the queue is empty. Returns nothing after
    // close(), once the queue is empty.
    std::optional<T> take() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
        return first();
    }
    // Like take(), but returns nothing instead of waiting.
    std::optional<T> try_take() {
        const std::lock_guard lock(mutex_);
        return first();
    }

    // Ends the queue. take() still returns the values that are left, and then nothing.
    void close() {
        {
            const std::lock_guard lock(mutex_);
            closed_ = true;
        }
        changed_.notify_all();
    }

    std::size_t dropped() const {  // how many values were dropped so far
        const std::lock_guard lock(mutex_);
        return dropped_;
    }

private:
    std::optional<T> first() {
        if (waiting_.empty()) return std::nullopt;
        std::optional<T> value = std::move(waiting_.front());
        waiting_.pop_front();
        return value;
    }

    const std::size_t most_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<T> waiting_;
    std::size_t dropped_ = 0;
    bool closed_ = false;
};

}  // namespace sluice
