// Tells that kernels are being compiled, when that takes long.
#pragma once

#include "apps/terminal/messages.hpp"

#include "pipeline/device/device.hpp"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace sluice::apps {

// Looks at the device's compiler as long as it lives, from a thread of its own, and says once that kernels
// are compiled: when that has taken 0.5 s. Kernels that a driver's cache has do not count.
class CompilingNote {
public:
    CompilingNote(const Messages& messages, const Device& device);
    CompilingNote(const std::function<void(const std::string& note)>& say, const Device& device);
    ~CompilingNote();
    CompilingNote(const CompilingNote&) = delete;
    CompilingNote& operator=(const CompilingNote&) = delete;

private:
    void look(const std::function<void(const std::string& note)>& say, const Device& device);

    std::mutex mutex_;
    std::condition_variable change_;
    bool over_ = false;
    std::thread thread_;
};

}  // namespace sluice::apps
