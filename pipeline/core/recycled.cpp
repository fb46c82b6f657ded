#include "pipeline/core/recycled.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <mutex>
#include <new>

#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, bytes)
#define ASAN_UNPOISON_MEMORY_REGION(address, bytes)
#endif

namespace sluice {
namespace {

struct Block {
    Block* next;
};

// Blocks of one size that nobody has.
class Pool {
public:
    void* take(std::size_t size) {
        const std::lock_guard lock(mutex_);
        if (first_ == nullptr) {  // a page of them, so that it takes many more at once to need another one
            auto* const page = static_cast<std::byte*>(::operator new(most));
            for (std::size_t at = 0; at < most; at += size) put(page + at, size);
        }
        Block* const block = first_;
        first_ = block->next;
        ASAN_UNPOISON_MEMORY_REGION(block, size);
        return block;
    }
    void give(void* memory, std::size_t size) noexcept {
        const std::lock_guard lock(mutex_);
        put(memory, size);
    }

    static constexpr std::size_t least = 16, most = 4096;

private:
    void put(void* memory, [[maybe_unused]] std::size_t size) noexcept {
        first_ = ::new (memory) Block{first_};
        ASAN_POISON_MEMORY_REGION(first_ + 1, size - sizeof(Block));
    }

    std::mutex mutex_;
    Block* first_ = nullptr;
};

std::size_t block_bytes(std::size_t bytes) {
    return bytes <= Pool::least ? Pool::least : std::bit_ceil(bytes);
}

Pool& pool_of(std::size_t block) {
    using Pools =
        std::array<Pool, std::bit_width(Pool::most / Pool::least)>;  // each of twice the size before
    static Pools& pools = *new Pools;
    return pools[static_cast<std::size_t>(std::countr_zero(block / Pool::least))];
}

}  // namespace

void* take_recycled(std::size_t bytes) {
    if (bytes > Pool::most) return ::operator new(bytes);
    const std::size_t size = block_bytes(bytes);
    return pool_of(size).take(size);
}

void give_recycled(void* memory, std::size_t bytes) noexcept {
    if (bytes > Pool::most) return ::operator delete(memory);
    const std::size_t size = block_bytes(bytes);
    pool_of(size).give(memory, size);
}

}  // namespace sluice
