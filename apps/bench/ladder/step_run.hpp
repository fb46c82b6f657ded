// One step of a ladder on the device, timed by the events of its kernels.
#pragma once

#include "apps/bench/ladder/source.hpp"
#include "apps/bench/ladder/step.hpp"
#include "pipeline/device/kernel.hpp"
#include "pipeline/device/queue.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace sluice::apps {

// The elements and the image must outlive it. Belongs to one thread.
class StepRun {
public:
    // REQUIRES: no refusal() of the step here.
    StepRun(const Step& step, const Elements& elements, const DeviceImage& src, const Device& device);

    struct Time {
        double kernel_ms;  // of the step's kernel
        double finish_ms;  // of making one result of those of the work-groups
        double ms() const { return kernel_ms + finish_ms; }
    };
    // The finish is the second kernel; or the transfer to the host and its loop; or nothing, with atomics.
    Time run();
    // Of the last run.
    Answer answer();

    std::size_t groups() const { return groups_; }
    std::size_t local() const { return local_; }

private:
    std::vector<std::byte> read(const Memory& memory, Event& event);

    const Step& step_;
    Operation operation_;
    Element element_;
    std::size_t local_, groups_;
    Queue queue_;
    Kernel kernel_;
    std::optional<Kernel> finish_;
    Memory results_, result_;  // of the work-groups, of all
    Answer on_host_{};
};

}  // namespace sluice::apps
