// Programs that a device has built. Included only inside this floor.
#pragma once

#include "pipeline/device/clhpp.hpp"
#include "pipeline/device/device.hpp"

#include <atomic>
#include <cstddef>
#include <future>
#include <mutex>
#include <string>
#include <unordered_map>

namespace sluice {

// By text and options; device and driver are fixed for one Device. The whole text is the key: a hash of
// it could meet another's. Any thread may use it; threads that want the same program build it once.
class ProgramCache {
public:
    // Throws Error(device) when it does not build, every time anew. `name`: for messages.
    cl::Program get(const Device::State& device, const std::string& name, const std::string& source,
                    const std::string& options, const std::string& stage);

    std::size_t builds() const { return builds_; }  // how often the compiler was called

private:
    std::mutex mutex_;
    std::unordered_map<std::string, std::shared_future<cl::Program>> programs_;
    std::atomic<std::size_t> builds_{0};
};

}  // namespace sluice
