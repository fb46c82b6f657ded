#include "apps/bench/limits/read_limit.hpp"

#include "apps/bench/kernels/texts.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

namespace sluice::apps {
namespace {

std::vector<Kernel> orders(const DeviceImage& image, const Device& device, std::size_t local) {
    const bool cpu = device.facts().cpu();
    const bool texels = image.storage != Storage::buffer;
    const bool natural = image.storage == Storage::natural;
    const Pixel pixel = image.format.pixel;
    const char* read = !natural             ? "read_imageui"
                       : !is_integer(pixel) ? "read_imagef"
                       : is_signed(pixel)   ? "read_imagei"
                                            : "read_imageui";
    const std::string name = cpu ? (texels ? "bench_read_rows" : "bench_read_runs")
                                 : (texels ? "bench_read_image" : "bench_read_buffer");
    std::vector<std::size_t> widths{1};
    if (texels && !cpu) widths = {32, local};
    std::vector<Kernel> kernels;
    for (const std::size_t across : widths)
        kernels.emplace_back(
            device, "read", bench_kernel("read.cl"),
            "-D LOCAL=" + std::to_string(local) + " -D ACROSS=" + std::to_string(across) + " -D READ=" + read,
            name, "bench");
    return kernels;
}

}  // namespace

// The best of 128 to 1024 items in 2 to 16 groups for each compute unit of an H200.
ReadLimit::ReadLimit(const DeviceImage& image, const Device& device)
    : queue_(device, true),
      local_(device.facts().cpu() ? 1 : std::min<std::size_t>(512, device.facts().max_work_group)),
      groups_(device.facts().compute_units * (device.facts().cpu() ? 32 : 8)),
      orders_(orders(image, device, local_)) {
    result_ = Memory::buffer(device, groups_ * local_ * sizeof(std::uint32_t), "bench");
    for (Kernel& kernel : orders_) {
        kernel.set(0, image.memory);
        kernel.set(1, static_cast<std::uint32_t>(image.pitch / 16 * image.format.rows()));
        kernel.set(2, result_);
    }
}

double ReadLimit::run_ms() {
    std::uint64_t best = std::numeric_limits<std::uint64_t>::max();
    for (Kernel& kernel : orders_) {
        const Event event = queue_.launch(kernel, groups_, local_, "bench");
        queue_.wait(event, "bench");
        best = std::min(best, event.end() - event.start());
    }
    return static_cast<double>(best) / 1e6;
}

}  // namespace sluice::apps
