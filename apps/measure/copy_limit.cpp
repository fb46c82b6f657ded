#include "apps/measure/copy_limit.hpp"

#include "pipeline/plan/code/kernel_source.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

namespace sluice::apps {

CopyLimit::CopyLimit(const DeviceImage& image, const Device& device)
    : queue_(device, true),
      local_(device.facts().cpu() ? 1 : std::min<std::size_t>(256, device.facts().max_work_group)) {
    const bool cpu = device.facts().cpu(), texels = image.storage != Storage::buffer;
    const bool natural = image.storage == Storage::natural;
    const std::size_t across = natural ? image.format.width : image.pitch / 16;
    const std::size_t rows = image.format.rows(), count = across * rows;
    const std::size_t units = device.facts().compute_units;
    dst_ = natural  ? Memory::natural(device, image.format, "bench")
           : texels ? Memory::image(device, across, rows, "bench")
                    : Memory::buffer(device, image.pitch * rows, "bench");

    const std::string name = cpu ? (texels ? "tuning_copy_rows" : "tuning_copy_runs")
                                 : (texels ? "tuning_copy_image" : "tuning_copy_buffer");
    const auto add = [&](std::size_t width, std::size_t groups) {
        Kernel kernel(device, "copy", KernelSource::part("tuning/copy.cl"),
                      "-D LOCAL=" + std::to_string(local_) + " -D ACROSS=" + std::to_string(width), name,
                      "bench");
        kernel.set(0, image.memory);
        kernel.set(1, static_cast<std::uint32_t>(count));
        kernel.set(2, dst_);
        ways_.push_back({kernel, groups});
    };
    const std::size_t all = (count + local_ - 1) / local_;
    if (cpu) {
        add(1, 32 * units);
    } else if (texels) {
        for (const std::size_t width : {std::size_t{4}, std::size_t{16}, std::size_t{32}, local_})
            for (const std::size_t groups : {16 * units, (all + 3) / 4}) add(width, groups);
    } else {
        for (const std::size_t groups : {16 * units, (all + 3) / 4, all}) add(1, groups);
    }
}

double CopyLimit::run_ms() {
    std::uint64_t best = std::numeric_limits<std::uint64_t>::max();
    for (const Way& way : ways_) {
        const Event event = queue_.launch(way.kernel, way.groups, local_, "bench");
        queue_.wait(event, "bench");
        best = std::min(best, event.end() - event.start());
    }
    return static_cast<double>(best) / 1e6;
}

}  // namespace sluice::apps
