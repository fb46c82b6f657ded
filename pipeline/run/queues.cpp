#include "pipeline/run/queues.hpp"

namespace sluice {

Queues::Queues(const Device& device, bool profile) {
    const bool unified = device.facts().unified_memory;
    for (int i = 0; i < (unified ? 1 : 3); ++i) queues_.emplace_back(device, profile);
    reason_ = unified ? "one queue: host and device share their memory, transfers move nothing"
                      : "three queues: transfers up and down run beside the passes of other frames";
}

const std::string& Queues::track(Lane lane) const {
    static const std::string one = "queue", several[] = {"up", "passes", "down"};
    return size() == 1 ? one : several[index(lane)];
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
