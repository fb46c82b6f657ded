// Runs work on a device that may hang, on a thread that can be given up.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/device/watch.hpp"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace sluice {

// A call of OpenCL took too long. The message names the call.
class Hung : public Error {
public:
    using Error::Error;
};

// Runs work on a thread of its own, one piece after the other. If a call hangs, that thread is left alone,
// with everything that the work refers to, and no further work is run. Use it from one thread at a time.
class Watchdog {
public:
    // `seconds`: the limit for a call. `what`: what it means if a call takes longer, for messages: "the
    // device is lost".
    Watchdog(double seconds, std::string what);
    ~Watchdog();
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

    // Returns when the work is done. Throws what the work throws, or Hung. The work must own everything that
    // it refers to.
    void run(std::function<void()> work);
    bool has_given_up() const { return !why_.empty(); }

private:
    struct Shared;  // with the thread, which may outlive this

    double seconds_;
    std::string what_;
    Wording why_;
    std::shared_ptr<Shared> shared_;
    std::thread thread_;
};

}  // namespace sluice
