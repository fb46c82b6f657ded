#include "pipeline/run/frame_memory.hpp"

#include <algorithm>
#include <variant>

namespace sluice {
namespace {

Memory image_memory(const Device& device, const PlannedImage& image) {
    switch (image.storage) {
        case Storage::image: return Memory::image(device, image.texels(), image.format.rows(), image.name);
        case Storage::natural: return Memory::natural(device, image.format, image.name);
        case Storage::buffer: break;
    }
    return Memory::buffer(device, image.bytes(), image.name);
}

}  // namespace

FrameMemory::FrameMemory(const Device& device, const ExecutionPlan& plan, Queue& queue)
    : plan_(plan), slots_(plan.slots.size()) {
    for (const PlannedStep& step : plan.steps) {
        if (const auto* up = std::get_if<Upload>(&step)) stage(device, up->image);
        if (const auto* down = std::get_if<Download>(&step)) stage(device, down->image);
    }
    for (const PlannedImage& image : plan.images) {
        Memory& slot = slots_[image.slot];
        if (!slot) slot = image_memory(device, image);
    }
    for (const PlannedTable& table : plan.tables) {
        tables_.push_back(Memory::buffer(device, std::max<std::size_t>(table.bytes, 16), table.name));
        if (table.zeroed == Zeroed::once) queue.fill_zero(tables_.back(), table.bytes, table.name);
    }
    // Memory that no command has used yet: this waits for nothing that the device does.
    for (const PlannedStep& step : plan.steps) {
        const auto* up = std::get_if<Upload>(&step);
        if (up == nullptr) continue;
        Staging& staged = staging_.at(up->image);
        const std::string& name = plan.images[up->image].name;
        queue.wait(queue.map(staged.memory, true, &staged.pointer, name), name);
        staged.mapped = true;
    }
}

void FrameMemory::stage(const Device& device, std::size_t index) {
    if (staging_.count(index) != 0) return;
    const PlannedImage& image = plan_.images[index];
    Staging staged{Memory::shared(device, image.bytes(), image.name), false, nullptr, false};
    if (plan_.device.unified_memory && image.storage == Storage::buffer) {
        staged.direct = true;
        slots_[image.slot] = staged.memory;
    }
    staging_.emplace(index, std::move(staged));
}

std::size_t FrameMemory::device_bytes() const {
    std::size_t bytes = 0;
    for (const Memory& slot : slots_) bytes += slot.bytes();
    for (std::size_t i = 0; i < tables_.size(); ++i) bytes += plan_.tables[i].bytes;
    return bytes;
}

}  // namespace sluice
