#include "pipeline/device/clock.hpp"

#include "pipeline/device/memory.hpp"
#include "pipeline/device/queue.hpp"

#include <algorithm>
#include <chrono>
#include <limits>

namespace sluice {

std::uint64_t host_time() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

// A command starts after the host has put it on a queue, and ends before the host has waited for it: two
// bounds, and the closest of several commands. (clGetDeviceAndHostTimer is optional, and its host's clock
// need not be ours.)
std::int64_t device_clock_ahead(const Device& device) {
    Queue queue(device, true);
    const Memory memory = Memory::buffer(device, 16, "clock");
    std::int64_t least = std::numeric_limits<std::int64_t>::min();
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
    for (int i = 0; i < 8; ++i) {
        const std::uint64_t before = host_time();
        const Event event = queue.fill_zero(memory, 16, "clock");
        queue.wait(event, "clock");
        const std::uint64_t after = host_time();
        if (event.start() == 0) return 0;
        least = std::max(least, static_cast<std::int64_t>(event.end() - after));
        most = std::min(most, static_cast<std::int64_t>(event.start() - before));
    }
    return least + (most - least) / 2;
}

}  // namespace sluice
