#include "apps/bench/read_limit.hpp"

#include "kernels/kernels.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace sluice::apps {
namespace {

Kernel kernel_for(const DeviceImage& image, const Device& device, std::size_t local) {
    const bool cpu = device.facts().cpu();
    const bool texels = image.storage == Storage::image;
    const std::string name = cpu ? (texels ? "bench_read_rows" : "bench_read_runs")
                                 : (texels ? "bench_read_image" : "bench_read_buffer");
    return Kernel(device, "read", *kernel_text("bench/read.cl"), "-D LOCAL=" + std::to_string(local), name,
                  "bench");
}

}  // namespace

// The best of 128 to 1024 items in 2 to 16 groups for each compute unit of an H200.
ReadLimit::ReadLimit(const DeviceImage& image, const Device& device)
    : queue_(device, true),
      local_(device.facts().cpu() ? 1 : std::min<std::size_t>(512, device.facts().max_work_group)),
      groups_(device.facts().compute_units * (device.facts().cpu() ? 32 : 8)),
      kernel_(kernel_for(image, device, local_)) {
    result_ = Memory::buffer(device, groups_ * local_ * sizeof(std::uint32_t), "bench");
    kernel_.set(0, image.memory);
    kernel_.set(1, static_cast<std::uint32_t>(image.pitch / 16 * image.format.rows()));
    kernel_.set(2, result_);
}

double ReadLimit::run_ms() {
    const Event event = queue_.launch(kernel_, groups_, local_, "bench");
    queue_.wait(event, "bench");
    return static_cast<double>(event.end() - event.start()) / 1e6;
}

}  // namespace sluice::apps
