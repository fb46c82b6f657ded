// Work on a device that may hang, on a thread that can be given up.
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

// A call of OpenCL took longer than it may; what is said names it.
class Hung : public Error {
public:
    using Error::Error;
};

// Runs work on a thread of its own, one piece after the other. Once a call has hung that thread is left where
// it is, with all that the work refers to, and no further work is run. One thread at a time.
class Watchdog {
public:
    // `seconds` that a call may take; `device`: its name, for messages.
    Watchdog(double seconds, std::string device);
    ~Watchdog();
    Watchdog(const Watchdog&) = delete;
    Watchdog& operator=(const Watchdog&) = delete;

    // Returns when the work is done, and throws what it throws; throws Hung. The work must own what it refers
    // to.
    void run(std::function<void()> work);
    bool has_given_up() const { return !why_.empty(); }

private:
    struct Shared;  // with the thread, which may outlive this

    double seconds_;
    std::string device_;
    Wording why_;
    std::shared_ptr<Shared> shared_;
    std::thread thread_;
};

}  // namespace sluice
