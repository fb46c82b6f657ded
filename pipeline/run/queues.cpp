#include "pipeline/run/queues.hpp"

namespace sluice {

Queues::Queues(const Device& device, bool profile, std::size_t sections) {
    const bool unified = device.facts().unified_memory;
    lanes_ = unified ? 1 : 3;
    for (std::size_t i = 0; i < lanes_ * sections; ++i) queues_.emplace_back(device, profile);
    reason_ = unified
                  ? "one queue: host and device share their memory, so transfers move nothing"
                  : "three queues: uploads and downloads run at the same time as the passes of other frames";
    if (sections > 1) reason_ += "; the same number again after each host function";
}

const std::string& Queues::track(Lane lane) const {
    static const std::string one = "queue", several[] = {"up", "passes", "down"};
    return lanes_ == 1 ? one : several[static_cast<std::size_t>(lane)];
}

void Queues::abandon() noexcept {
    for (Queue& queue : queues_) queue.abandon();
}

void Queues::finish() noexcept {
    for (Queue& queue : queues_) queue.finish();
}

void Queues::flush() {
    for (Queue& queue : queues_) queue.flush();
}

}  // namespace sluice
