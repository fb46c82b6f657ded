#include "pipeline/run/frame_memory.hpp"

#include "pipeline/run/pack.hpp"

#include <algorithm>
#include <variant>

namespace sluice {

RowLayout layout_of(const ConstHostView& view) {
    const std::size_t step = view.in_planes() ? view.plane / bytes(view.format.pixel) : view.step();
    return {0, view.pitch, step, view.format.order == Order::bgr};
}

RowLayout FrameMemory::layout(std::size_t image) const {
    const auto other = layouts_.find(image);
    return other != layouts_.end()
               ? other->second
               : layout_of(staged_rows(plan_.images[image], static_cast<const std::byte*>(nullptr), 0));
}

Memory image_memory(const Device& device, const PlannedImage& image) {
    ImageFormat there = image.format;  // so many rows of it
    there.layers = 1;
    there.height = image.rows;
    switch (image.storage) {
        case Storage::image: return Memory::image(device, image.texels(), image.rows, image.name);
        case Storage::natural: return Memory::natural(device, there, image.name, image.normalized);
        case Storage::buffer:
        case Storage::rows: break;
    }
    return Memory::buffer(device, image.bytes(), image.name);
}

FrameMemory::FrameMemory(const Device& device, const ExecutionPlan& plan, Queues& queues, bool download)
    : plan_(plan),
      slots_(plan.slots.size()),
      tables_(plan.tables.size()),
      previous_(plan.tables.size()),
      given_(plan.tables.size()) {
    for (const PlannedStep& step : plan.steps) {
        if (const auto* up = std::get_if<Upload>(&step)) stage_image(device, up->image);
        if (const auto* down = std::get_if<Download>(&step); down != nullptr && download)
            stage_image(device, down->image);
        if (const auto* host = std::get_if<HostWork>(&step)) {
            for (const auto& image : host->images)
                if (image) stage_image(device, *image);
            stage_image(device, host->result);
        }
    }
    for (const PlannedImage& image : plan.images) {
        Memory& slot = slots_[image.slot];
        if (!slot) slot = image_memory(device, image);
    }
    for (const ObservedTable& observed : plan.observed) {
        stage_table(device, observed.table);
        const Table whole(plan.tables[observed.table].layout);
        seen_.emplace(observed.name, observed.fields.empty() ? whole : whole.only(observed.fields));
    }
    if (plan.status) stage_table(device, *plan.status);
    for (std::size_t i = 0; i < tables_.size(); ++i) {
        const PlannedTable& table = plan.tables[i];
        if (!tables_[i] && !table.kept) tables_[i] = Memory::buffer(device, table.bytes, table.name);
        if (table.zeroed == Zeroed::once)
            cleared_.push_back(queues[Lane::compute].fill_zero(tables_[i], table.bytes, table.name));
    }
    for (const PlannedStep& step : plan.steps)
        if (const auto* up = std::get_if<Upload>(&step))
            staged_images_.at(up->image).take(plan.images[up->image].name);
}

void FrameMemory::stage_image(const Device& device, std::size_t index) {
    if (staged_images_.count(index) != 0) return;
    const PlannedImage& image = plan_.images[index];
    const bool in_place = plan_.device.unified_memory && image.in_buffer();
    const Staging staging(device, image.bytes(), in_place, image.name);
    if (in_place) slots_[image.slot] = staging.memory();
    staged_images_.emplace(index, staging);
}

void FrameMemory::stage_table(const Device& device, std::size_t index) {
    if (staged_tables_.count(index) != 0) return;
    const PlannedTable& table = plan_.tables[index];
    const bool in_place = plan_.device.unified_memory && table.given.empty() && !table.kept;
    const Staging staging(device, table.bytes, in_place, table.name);
    if (in_place) tables_[index] = staging.memory();
    staged_tables_.emplace(index, staging);
}

Event FrameMemory::give(std::size_t index, Queue& queue) {
    const PlannedTable& table = plan_.tables[index];
    Given& given = given_[index];
    if (given.edition == table.edition) return {};
    given.edition = table.edition;
    given.bytes = table.given;
    return queue.write(tables_[index], table.bytes, given.bytes.data(), table.bytes, table.bytes, 1,
                       table.name);
}

std::size_t FrameMemory::device_bytes() const {
    std::size_t bytes = 0;
    for (const Memory& slot : slots_) bytes += slot.bytes();
    for (const PlannedTable& table : plan_.tables) bytes += table.kept ? 0 : table.bytes;
    return bytes;
}

}  // namespace sluice
