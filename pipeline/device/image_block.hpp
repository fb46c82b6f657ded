// A block of image memory that goes with its last owner.
#pragma once

#include "pipeline/core/host_image.hpp"
#include "pipeline/core/image_memory.hpp"

#include <cstddef>
#include <memory>

namespace sluice {

// Begins at a page, as devices need it that use it in place. Throws std::bad_alloc.
inline std::shared_ptr<void> image_block(std::size_t bytes) {
    constexpr std::size_t page = PageAllocator<std::byte>::page;
    return {image_memory()->allocate(bytes, page),
            [bytes](void* block) { image_memory()->deallocate(block, bytes, page); }};
}

}  // namespace sluice
