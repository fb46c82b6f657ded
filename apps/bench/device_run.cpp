#include "apps/bench/device_run.hpp"

#include <algorithm>
#include <limits>
#include <variant>

namespace sluice::apps {

ImageOnDevice::ImageOnDevice(const HostImage& src, const Device& device, StorageChoice storage)
    : session_(Plan(Graph::from_chain("input | output"), src.format(), device, {.storage = storage}),
               {.frames_in_flight = 1, .download = false}),
      frame_(session_.submit(src.view())) {
    frame_.wait();
}

DeviceRun::DeviceRun(const Graph& graph, const ImageOnDevice& image, const Device& device,
                     const PlanOptions& options)
    : image_(image.get()),
      session_(Plan(graph, image_.format, device, options),
               {.frames_in_flight = 1, .profile = true, .download = false}) {
    for (const PlannedStep& step : plan().steps)
        if (const auto* launch = std::get_if<Launch>(&step))
            launches_[launch->stages] += launch->bytes_read + launch->bytes_written;
}

DeviceRun::Times DeviceRun::run() {
    const std::size_t before = session_.spans().size();
    session_.submit(image_).wait();
    const std::vector<Span> spans = session_.spans();
    Times times;
    std::uint64_t start = std::numeric_limits<std::uint64_t>::max(), end = 0;
    for (std::size_t i = before; i < spans.size(); ++i) {
        if (!launches_.contains(spans[i].name)) continue;  // a transfer
        const double ms = static_cast<double>(spans[i].end - spans[i].start) / 1e6;
        times.launches_ms[spans[i].name] += ms;
        times.kernels_ms += ms;
        start = std::min(start, spans[i].start);
        end = std::max(end, spans[i].end);
    }
    times.wall_ms = static_cast<double>(end - start) / 1e6;
    return times;
}

Table DeviceRun::table(const std::string& name) { return session_.submit(image_).table(name); }

}  // namespace sluice::apps
