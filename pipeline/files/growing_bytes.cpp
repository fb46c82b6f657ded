#include "pipeline/files/growing_bytes.hpp"

#include <algorithm>
#include <new>

namespace sluice {

void GrowingBytes::reserve(std::size_t capacity) {
    if (capacity <= capacity_) return;
    void* grown = std::realloc(data_.get(), capacity);
    if (grown == nullptr) throw std::bad_alloc();
    static_cast<void>(data_.release());  // realloc has it
    data_.reset(static_cast<std::uint8_t*>(grown));
    capacity_ = capacity;
}

std::span<std::uint8_t> GrowingBytes::room() {
    constexpr std::size_t least = std::size_t{64} << 10;
    if (size_ == capacity_) reserve(std::max(2 * capacity_, least));
    return {data_.get() + size_, capacity_ - size_};
}

}  // namespace sluice
