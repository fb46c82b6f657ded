#include "pipeline/core/image_memory.hpp"

#include <algorithm>
#include <cstddef>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace sluice {
namespace {

constexpr std::size_t large_page = std::size_t{2} << 20;

class ImageMemory : public std::pmr::memory_resource {
    static std::size_t aligned(std::size_t bytes, std::size_t alignment) {
        return bytes < large_page ? alignment : std::max(alignment, large_page);
    }
    void* do_allocate(std::size_t bytes, std::size_t alignment) override {
        void* const memory = ordinary_.allocate(bytes, aligned(bytes, alignment));
#ifdef MADV_HUGEPAGE
        // Only whole large pages, so that no page holds anything else. Refusals change nothing but the speed.
        if (bytes >= large_page) ::madvise(memory, bytes / large_page * large_page, MADV_HUGEPAGE);
#endif
        return memory;
    }
    void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override {
        ordinary_.deallocate(memory, bytes, aligned(bytes, alignment));
    }
    bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

    std::pmr::memory_resource& ordinary_ = *std::pmr::new_delete_resource();
};

}  // namespace

std::pmr::memory_resource* image_memory() {
    static ImageMemory* const memory = new ImageMemory;  // images may outlive other statics
    return memory;
}

}  // namespace sluice
