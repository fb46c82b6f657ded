#include "pipeline/device/pinned_memory.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/device/memory.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

namespace sluice {
namespace {

// So that pictures of nearly one size share blocks: an eighth of the next lower power of two, a page at
// least.
std::size_t block_bytes(std::size_t bytes) {
    const std::size_t unit = std::max<std::size_t>(4096, std::bit_floor(bytes) / 8);
    return ceil_div(bytes, unit) * unit;
}

}  // namespace

struct PinnedMemory::Blocks {
    std::mutex mutex;
    std::map<void*, Memory> used;
    std::multimap<std::size_t, Memory> free;  // by size, the one given back first being the first
    std::size_t free_bytes = 0, used_bytes = 0, most_used = 0;

    void use(void* pointer, Memory memory, std::size_t size) {
        used.emplace(pointer, std::move(memory));
        used_bytes += size;
        most_used = std::max(most_used, used_bytes);
    }
};

PinnedMemory::PinnedMemory(Device device, std::size_t most_kept)
    : device_(std::move(device)), most_kept_(most_kept), blocks_(std::make_unique<Blocks>()) {}
PinnedMemory::~PinnedMemory() = default;

void* PinnedMemory::do_allocate(std::size_t bytes, std::size_t alignment) {
    if (device_.facts().unified_memory || bytes == 0 || left_)
        return std::pmr::new_delete_resource()->allocate(bytes, alignment);
    const std::size_t size = block_bytes(bytes);
    {
        const std::lock_guard lock(blocks_->mutex);
        if (const auto kept = blocks_->free.find(size); kept != blocks_->free.end()) {
            void* pointer = kept->second.pinned();
            blocks_->use(pointer, std::move(kept->second), size);
            blocks_->free.erase(kept);
            blocks_->free_bytes -= size;
            return pointer;
        }
    }
    try {
        Memory memory = Memory::shared(device_, size, "pinned memory");
        void* pointer = memory.pinned();
        const std::lock_guard lock(blocks_->mutex);
        blocks_->use(pointer, std::move(memory), size);
        return pointer;
    } catch (const Error&) {  // slower to transfer, but there
        return std::pmr::new_delete_resource()->allocate(bytes, alignment);
    }
}

void PinnedMemory::do_deallocate(void* pointer, std::size_t bytes, std::size_t alignment) {
    if (device_.facts().unified_memory || bytes == 0)
        return std::pmr::new_delete_resource()->deallocate(pointer, bytes, alignment);
    const std::size_t size = block_bytes(bytes);
    std::vector<Memory> gone;  // unpinned without the lock
    const std::lock_guard lock(blocks_->mutex);
    const auto used = blocks_->used.find(pointer);
    if (used == blocks_->used.end())
        return std::pmr::new_delete_resource()->deallocate(pointer, bytes, alignment);
    if (left_) return;
    blocks_->free.emplace(size, std::move(used->second));
    blocks_->used.erase(used);
    blocks_->used_bytes -= size;
    blocks_->free_bytes += size;
    // As much is kept as was in use at once. Sizes that come no more go, the smallest first.
    while (blocks_->free_bytes + blocks_->used_bytes > blocks_->most_used ||
           blocks_->free_bytes > most_kept_) {
        const auto first = blocks_->free.begin();
        blocks_->free_bytes -= first->first;
        gone.push_back(std::move(first->second));
        blocks_->free.erase(first);
    }
}

}  // namespace sluice
