#include "apps/bench/read_limit.hpp"

#include "kernels/kernels.hpp"

#include <cstdint>

namespace sluice::apps {
namespace {

Kernel kernel_for(const DeviceImage& image, const Device& device) {
    const bool cpu = device.facts().cpu();
    const std::string name = image.storage == Storage::image ? "bench_read_image"
                             : cpu                           ? "bench_read_runs"
                                                             : "bench_read_buffer";
    return Kernel(device, "read", *kernel_text("bench/read.cl"), "", name, "bench");
}

}  // namespace

// The best of 128 to 1024 items in 2 to 16 groups for each compute unit of an H200.
ReadLimit::ReadLimit(const DeviceImage& image, const Device& device)
    : queue_(device, true),
      kernel_(kernel_for(image, device)),
      groups_(device.facts().compute_units * (device.facts().cpu() ? 32 : 8)),
      local_(device.facts().cpu() && image.storage == Storage::buffer ? 1 : 512) {
    result_ = Memory::buffer(device, groups_ * local_ * sizeof(std::uint32_t), "bench");
    kernel_.set(0, image.memory);
    kernel_.set(1, static_cast<std::uint32_t>(image.pitch / 16 * image.format.height));
    kernel_.set(2, result_);
}

double ReadLimit::run_ms() {
    const Event event = queue_.launch(kernel_, groups_, local_, "bench");
    queue_.wait(event, "bench");
    return static_cast<double>(event.end() - event.start()) / 1e6;
}

}  // namespace sluice::apps
