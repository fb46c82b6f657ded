// Programs that a device has built. Included only inside this floor.
#pragma once

#include "pipeline/device/clhpp.hpp"
#include "pipeline/device/device.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <future>
#include <list>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>

namespace sluice {

// By text and options; device and driver are fixed for one Device. The whole text is the key: a hash of
// it could meet another's. Of more than `most_programs` those are let go that nobody asked for longest: their
// kernels stay as long as somebody has them. Any thread may use it; threads that want the same program build
// it once.
class ProgramCache {
public:
    static constexpr std::size_t most_programs = 256;

    // Throws Error(device) when it does not build, every time anew. `name`: for messages.
    cl::Program get(const Device::State& device, const std::string& name, const std::string& source,
                    const std::string& options, const std::string& stage);

    std::size_t builds() const { return builds_; }  // how often the compiler was called
    // Whether no program needed more than a short header (builtins.hpp) declares.
    bool short_headers_will_do() const { return short_headers_; }
    // How long the compiler has worked, also on what is not done yet, in all calls of more than 0.05 s: those
    // that take less had the program in the driver's cache.
    double seconds() const;

private:
    using Clock = std::chrono::steady_clock;
    class Timed;

    struct Kept {
        std::shared_future<cl::Program> program;
        std::list<const std::string*>::iterator asked_for;
    };

    void let_go();  // REQUIRES: the lock is held

    mutable std::mutex mutex_;
    std::multiset<Clock::time_point> begun_;  // of calls that are not back
    double seconds_ = 0;                      // of those that are
    std::unordered_map<std::string, Kept> programs_;
    std::list<const std::string*> asked_for_;  // keys of these, the last one first
    std::atomic<std::size_t> builds_{0};
    std::atomic<bool> short_headers_{true};
};

}  // namespace sluice
