// The device memory of one frame, and the memory through which the host reaches its images.
#pragma once

#include "pipeline/device/queue.hpp"
#include "pipeline/plan/plan.hpp"

#include <cstddef>
#include <map>
#include <vector>

namespace sluice {

// Host memory in which an image is put before it goes up, or found after it came down.
struct Staging {
    Memory memory;
    bool direct = false;      // it is the image itself: unified memory and a buffer
    void* pointer = nullptr;  // while the host has it
    bool mapped = false;
};

class FrameMemory {
public:
    // Allocates everything. Uploads start mapped, so that the first frame can be written at once.
    FrameMemory(const Device& device, const ExecutionPlan& plan, Queue& queue);

    const Memory& image(std::size_t image) const {
        const auto lent = lent_.find(image);
        return lent == lent_.end() ? slots_[plan_.images[image].slot] : lent->second;
    }
    // Memory of somebody else's stands for an image until take_back().
    void lend(std::size_t image, const Memory& memory) { lent_[image] = memory; }
    bool lent(std::size_t image) const { return lent_.count(image) != 0; }
    void take_back() { lent_.clear(); }
    const Memory& table(std::size_t table) const { return tables_[table]; }
    Staging& staging(std::size_t image) { return staging_.at(image); }
    std::size_t device_bytes() const;

private:
    void stage(const Device& device, std::size_t image);

    const ExecutionPlan& plan_;
    std::vector<Memory> slots_;
    std::vector<Memory> tables_;
    std::map<std::size_t, Memory> lent_;      // by image
    std::map<std::size_t, Staging> staging_;  // by image: those that the host writes or reads
};

}  // namespace sluice
