// Memory through which the host reaches an image or a Table of the device.
#pragma once

#include "pipeline/device/event.hpp"
#include "pipeline/device/memory.hpp"
#include "pipeline/device/queue.hpp"

#include <cstddef>
#include <string>

namespace sluice {

// Pinned memory, which is the host's all the time and is only copied from and to; or, with unified memory,
// a shared buffer that belongs to the host between to_host() and to_device().
class Staging {
public:
    // `in_place`: with unified memory this buffer is the image or Table itself, nothing is copied.
    Staging(const Device& device, std::size_t bytes, bool in_place, const std::string& stage)
        : memory_(Memory::shared(device, bytes, stage)), pointer_(memory_.pinned()), in_place_(in_place) {}

    const Memory& memory() const { return memory_; }
    bool in_place() const { return in_place_; }

    // Start the way to the one or the other, in the order of the queue; nothing where it is there already.
    // The Event is empty where no command was needed.
    Event to_host(Queue& queue, bool for_writing, const std::string& stage);
    Event to_device(Queue& queue, const std::string& stage);
    // To the host at once. REQUIRES: no command uses it.
    std::byte* take(const std::string& stage);
    // The host may use it once to_host() is done; null while the device has it.
    std::byte* pointer() const { return static_cast<std::byte*>(pointer_); }

private:
    Memory memory_;
    void* pointer_;
    bool in_place_;
};

}  // namespace sluice
