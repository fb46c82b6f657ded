// Bytes that are read in, one piece behind the other.
#pragma once

#include "pipeline/files/bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

namespace sluice {

// Unlike a vector it sets nothing before it is read, and has large pieces moved by the system in place of
// copying them. Room that is never filled takes no memory.
class GrowingBytes {
public:
    std::size_t size() const { return size_; }
    Bytes bytes() const { return {data_.get(), size_}; }

    // Makes room for so many bytes in all. Throws std::bad_alloc.
    void reserve(std::size_t capacity);
    // Room behind the end: some, and more each time, so that adding takes linear time. Throws std::bad_alloc.
    std::span<std::uint8_t> room();
    // So many bytes of the room are filled now.
    void add(std::size_t count) { size_ += count; }

private:
    struct Free {
        void operator()(std::uint8_t* data) const { std::free(data); }
    };

    std::unique_ptr<std::uint8_t, Free> data_;
    std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace sluice
