#include "pipeline/run/staging.hpp"

namespace sluice {

Event Staging::to_host(Queue& queue, bool for_writing, const std::string& stage) {
    if (pointer_ != nullptr) return {};
    return queue.map(memory_, for_writing, &pointer_, stage);
}

std::byte* Staging::take(const std::string& stage) {
    if (pointer_ == nullptr) pointer_ = memory_.map_idle(stage);
    return pointer();
}

Event Staging::to_device(Queue& queue, const std::string& stage) {
    if (pointer_ == nullptr || memory_.pinned() != nullptr) return {};
    pointer_ = nullptr;
    return queue.unmap(memory_, stage);
}

}  // namespace sluice
