// Staging memory: through it, the host reads and writes an image or a Table of the device.
#pragma once

#include "pipeline/device/event.hpp"
#include "pipeline/device/memory.hpp"
#include "pipeline/device/queue.hpp"

#include <cstddef>
#include <string>

namespace sluice {

// Pinned memory that always belongs to the host and is copied from and to. With unified memory, a shared
// buffer that belongs to the host between to_host() and to_device().
class Staging {
public:
    // `in_place`: with unified memory, this buffer is the image or Table itself, and nothing is copied.
    Staging(const Device& device, std::size_t bytes, bool in_place, const std::string& stage)
        : memory_(Memory::shared(device, bytes, stage)), pointer_(memory_.pinned()), in_place_(in_place) {}

    const Memory& memory() const { return memory_; }
    bool in_place() const { return in_place_; }

    // Enqueue the transfer to the device or to the host (nothing if the memory is there already). The Event
    // is empty if no command was needed.
    Event to_host(Queue& queue, bool for_writing, const std::string& stage);
    Event to_device(Queue& queue, const std::string& stage);
    // Transfers to the host at once. REQUIRES: no command uses the memory.
    std::byte* take(const std::string& stage);
    // Valid for the host once to_host() is done; null while the memory belongs to the device.
    std::byte* pointer() const { return static_cast<std::byte*>(pointer_); }

private:
    Memory memory_;
    void* pointer_;
    bool in_place_;
};

}  // namespace sluice
