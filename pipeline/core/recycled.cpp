#include "pipeline/core/recycled.hpp"

namespace sluice {

std::pmr::memory_resource& recycled_memory() {
    static auto* const pools = new std::pmr::synchronized_pool_resource(std::pmr::new_delete_resource());
    return *pools;
}

}  // namespace sluice
