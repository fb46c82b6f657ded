#include "pipeline/plan/schedule/allocate.hpp"

#include <algorithm>

namespace sluice {
namespace {

struct Life {
    std::size_t first = SIZE_MAX, last = 0;
    bool host = false;  // written or read by the host

    void touch(std::size_t step) {
        first = std::min(first, step);
        last = std::max(last, step);
    }
};

std::vector<Life> lives(std::size_t images, const std::vector<ImageUse>& uses) {
    std::vector<Life> lives(images);
    for (std::size_t step = 0; step < uses.size(); ++step)
        for (const std::size_t image : uses[step].images) {
            lives[image].touch(step);
            lives[image].host |= uses[step].host;
        }
    return lives;
}

bool same_shape(const PlannedImage& a, const PlannedImage& b) {
    return a.storage == b.storage && a.pitch == b.pitch && a.rows == b.rows &&
           (a.storage != Storage::natural || a.texel() == b.texel());
}

}  // namespace

void allocate(ExecutionPlan& plan, const std::vector<ImageUse>& uses) {
    const std::vector<Life> life = lives(plan.images.size(), uses);
    struct Slot {
        std::size_t image, free_after;
        bool host;
    };
    std::vector<Slot> slots;
    std::vector<std::size_t> order(plan.images.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return life[a].first < life[b].first; });
    for (const std::size_t i : order) {
        const auto free = std::find_if(slots.begin(), slots.end(), [&](const Slot& slot) {
            return !slot.host && !life[i].host && slot.free_after < life[i].first &&
                   same_shape(plan.images[slot.image], plan.images[i]);
        });
        plan.images[i].slot = static_cast<std::size_t>(free - slots.begin());
        if (free == slots.end())
            slots.push_back({i, life[i].last, life[i].host});
        else
            free->free_after = life[i].last;
    }
    plan.slots.clear();
    plan.peak_bytes = 0;
    for (const Slot& slot : slots) plan.slots.push_back(plan.images[slot.image].bytes());
    for (const std::size_t bytes : plan.slots) plan.peak_bytes += bytes;
    // Of one that is kept there are what a frame makes, what the one before made, and what the first one
    // finds.
    for (const PlannedTable& table : plan.tables) plan.peak_bytes += (table.kept ? 3 : 1) * table.bytes;
}

}  // namespace sluice
