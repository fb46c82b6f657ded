// Memory of the host for one picture after another: where a device has memory of its own it transfers from
// and to this at full speed, while other threads decode into it and encode from it.
#pragma once

#include "pipeline/device/device.hpp"

#include <atomic>
#include <cstddef>
#include <limits>
#include <memory>
#include <memory_resource>

namespace sluice {

// Keeps what is given back, by size, for the next image: pinning takes longer than a picture does, and so do
// the pages of ordinary memory, which the system clears one by one. Memory is ordinary where the device
// shares the host's, or has no more to give. Any thread; outlives what is allocated from it. Throws
// std::bad_alloc where there is none.
class PictureMemory : public std::pmr::memory_resource {
public:
    // `most_kept`: bytes that wait for the next image; as much as was in use at once is the most anyway.
    explicit PictureMemory(Device device, std::size_t most_kept = std::numeric_limits<std::size_t>::max());
    ~PictureMemory() override;

    // The device does not come back: it is asked for nothing more. What it had stays as it is.
    void leave_device() { left_ = true; }
    std::size_t kept() const;  // bytes

private:
    void* do_allocate(std::size_t bytes, std::size_t alignment) override;
    void do_deallocate(void* pointer, std::size_t bytes, std::size_t alignment) override;
    bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

    struct Blocks;
    Device device_;
    std::size_t most_kept_;
    std::atomic<bool> left_ = false;
    std::unique_ptr<Blocks> blocks_;
};

}  // namespace sluice
