// What belongs to one thread at a time says so where two use it at once.
#pragma once

#include "pipeline/core/error.hpp"

#include <atomic>
#include <string>
#include <thread>

namespace sluice {

class OneThread {
public:
    // In a call: another thread's call that comes while it lives throws Error(usage), `what` being "session".
    // Those of the same thread may nest, as where a call hears of its progress.
    class Hold {
    public:
        Hold(OneThread& of, const char* what) : of_(of) {
            std::thread::id now;  // nobody
            const std::thread::id here = std::this_thread::get_id();
            holds_ = of.thread_.compare_exchange_strong(now, here, std::memory_order_acquire);
            if (!holds_ && now != here)
                throw Error(Error::Kind::usage, what,
                            "is used by two threads at once: a " + std::string(what) +
                                " may be used by one thread at a time; give each thread its own session of "
                                "the plan, or hold a mutex during each call");
        }
        Hold(const Hold&) = delete;
        Hold& operator=(const Hold&) = delete;
        ~Hold() {
            if (holds_) of_.thread_.store(std::thread::id(), std::memory_order_release);
        }

    private:
        OneThread& of_;
        bool holds_ = false;
    };

private:
    std::atomic<std::thread::id> thread_ = std::thread::id();
};

}  // namespace sluice
