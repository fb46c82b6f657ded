// Which call of OpenCL a thread is in, so that another thread can see that it does not come back.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>

namespace sluice {

// Of one thread that calls, for those that look. Any thread.
class CallWatch {
public:
    // The call that its thread has been in for longer than so many seconds: "clFinish",
    // "clEnqueueNDRangeKernel of 'stretch' (normalize)"; else "".
    std::string stuck(double seconds) const;
    // What its thread works on is nobody's any more: should the call come back, the thread waits for ever.
    void give_up();

private:
    friend class WatchedCall;
    friend class UnderWatch;
    using Clock = std::chrono::steady_clock;

    mutable std::mutex mutex_;
    std::string call_;  // "": it is in none
    Clock::time_point begun_;
    bool given_up_ = false;
};

// As long as it lives, calls of this thread are told to a watch, and no longer to the one before.
class UnderWatch {
public:
    explicit UnderWatch(std::shared_ptr<CallWatch> watch);
    ~UnderWatch();
    UnderWatch(const UnderWatch&) = delete;
    UnderWatch& operator=(const UnderWatch&) = delete;

private:
    std::shared_ptr<CallWatch> before_;
};

// A call, from here to the end of the scope; costs nothing where nobody watches. `stage` and `object` may be
// empty. They may lie in one another: the inner one counts.
class WatchedCall {
public:
    WatchedCall(const std::string& stage, const char* call, const std::string& object);
    ~WatchedCall();
    WatchedCall(const WatchedCall&) = delete;
    WatchedCall& operator=(const WatchedCall&) = delete;

private:
    CallWatch* watch_;
    std::string outer_;
};

// Whether this thread's calls are watched: then they are made so that it is known which one hangs.
bool is_watched();
// Whether a watch was ever given up: threads are left in a driver, and the process has to end without it.
bool calls_were_given_up();

}  // namespace sluice
