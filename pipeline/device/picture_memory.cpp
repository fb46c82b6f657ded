#include "pipeline/device/picture_memory.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/image_memory.hpp"
#include "pipeline/device/image_block.hpp"
#include "pipeline/device/memory.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace sluice {
namespace {

constexpr std::size_t page = 4096;

using Block = std::shared_ptr<void>;  // goes as it came

// So that pictures of nearly one size share blocks: an eighth of the next lower power of two, a page at
// least.
std::size_t block_bytes(std::size_t bytes) {
    const std::size_t unit = std::max(page, std::bit_floor(bytes) / 8);
    return ceil_div(bytes, unit) * unit;
}

Block new_block(const Device& device, std::size_t size) {
    if (device.facts().unified_memory) return image_block(size);
    try {
        const auto memory = std::make_shared<Memory>(Memory::shared(device, size, "pinned memory"));
        return {memory, memory->pinned()};
    } catch (const Error&) {  // slower to transfer, but there
        return image_block(size);
    }
}

}  // namespace

struct PictureMemory::Blocks {
    std::mutex mutex;
    std::map<void*, Block> used;
    std::multimap<std::size_t, Block> free;  // by size, the one given back first being the first
    std::size_t free_bytes = 0, used_bytes = 0, most_used = 0;

    void use(Block block, std::size_t size) {
        void* const pointer = block.get();
        used.emplace(pointer, std::move(block));
        used_bytes += size;
        most_used = std::max(most_used, used_bytes);
    }
    // What is too much goes: sizes that come no more, the smallest first. The lock need not be held for what
    // becomes of them.
    std::vector<Block> surplus(std::size_t most_kept) {
        std::vector<Block> gone;
        while (free_bytes > 0 && (free_bytes + used_bytes > most_used || free_bytes > most_kept)) {
            const auto first = free.begin();
            free_bytes -= first->first;
            gone.push_back(std::move(first->second));
            free.erase(first);
        }
        return gone;
    }
};

PictureMemory::PictureMemory(Device device, std::size_t most_kept)
    : device_(std::move(device)), most_kept_(most_kept), blocks_(std::make_unique<Blocks>()) {}
PictureMemory::~PictureMemory() = default;

std::size_t PictureMemory::kept() const {
    const std::lock_guard lock(blocks_->mutex);
    return blocks_->free_bytes;
}

void* PictureMemory::do_allocate(std::size_t bytes, std::size_t alignment) {
    if (bytes == 0 || alignment > page || left_) return image_memory()->allocate(bytes, alignment);
    const std::size_t size = block_bytes(bytes);
    Block block;
    {
        const std::lock_guard lock(blocks_->mutex);
        if (const auto kept = blocks_->free.find(size); kept != blocks_->free.end()) {
            block = std::move(kept->second);
            blocks_->free.erase(kept);
            blocks_->free_bytes -= size;
        }
    }
    if (!block) block = new_block(device_, size);
    void* const pointer = block.get();
    const std::lock_guard lock(blocks_->mutex);
    blocks_->use(std::move(block), size);
    return pointer;
}

void PictureMemory::do_deallocate(void* pointer, std::size_t bytes, std::size_t alignment) {
    const std::size_t size = block_bytes(bytes);
    std::vector<Block> gone;
    const std::lock_guard lock(blocks_->mutex);
    const auto used = blocks_->used.find(pointer);
    if (used == blocks_->used.end()) return image_memory()->deallocate(pointer, bytes, alignment);
    if (left_) return;
    blocks_->free.emplace(size, std::move(used->second));
    blocks_->used.erase(used);
    blocks_->used_bytes -= size;
    blocks_->free_bytes += size;
    gone = blocks_->surplus(most_kept_);
}

}  // namespace sluice
