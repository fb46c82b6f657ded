#include "tests/allocations/counted_new.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace {

thread_local bool counting = false;
thread_local std::size_t counted = 0;

void* allocate(std::size_t bytes, std::size_t alignment) {
    if (counting) ++counted;
    const std::size_t whole = (std::max<std::size_t>(bytes, 1) + alignment - 1) / alignment * alignment;
    void* const memory = std::aligned_alloc(alignment, whole);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

}  // namespace

// Those of arrays come to these. So do those that throw nothing, but AddressSanitizer has its own.
void* operator new(std::size_t bytes) { return allocate(bytes, alignof(std::max_align_t)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    try {
        return operator new(bytes);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace sluice::test {

Counting::Counting() {
    counted = 0;
    counting = true;
}
Counting::~Counting() { counting = false; }
std::size_t Counting::allocations() const { return counted; }

}  // namespace sluice::test
