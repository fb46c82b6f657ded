// Hands what comes faster than it can be worked on from one thread to another, and drops the oldest.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace sluice {

// Between a camera's thread, which must not wait, and the thread of a Session: when it is full, put() drops
// what has waited longest. Any thread.
template <class T>
class DropOldest {
public:
    // `most` values wait at a time, 1 at least: then take() gives the newest.
    explicit DropOldest(std::size_t most = 1) : most_(most == 0 ? 1 : most) {}

    // What was dropped for it: the oldest; the value itself once close() was called; else nothing. So that
    // memory that it holds can be used again.
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

    // The oldest that waits; waits for one. Empty once close() was called and nothing is left.
    std::optional<T> take() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
        return first();
    }
    // The same without waiting.
    std::optional<T> try_take() {
        const std::lock_guard lock(mutex_);
        return first();
    }

    // Nothing more will come: threads in take() get what is left, and then nothing.
    void close() {
        {
            const std::lock_guard lock(mutex_);
            closed_ = true;
        }
        changed_.notify_all();
    }

    std::size_t dropped() const {
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
