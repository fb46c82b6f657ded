#include "apps/bench/stretch_device.hpp"

#include <algorithm>
#include <limits>
#include <variant>

namespace sluice::apps {

DeviceStretch::DeviceStretch(const HostImage& src, const Device& device, StorageChoice storage)
    : src_(src),
      plan_(Graph::from_chain("normalize"), src.format(), device, {{}, storage}),
      result_(Session(plan_, {.frames_in_flight = 1}).submit(src.view()).read()),
      session_(plan_, {.frames_in_flight = 1, .profile = true, .download = false}) {
    for (const PlannedStep& step : plan_.execution.steps)
        if (const auto* launch = std::get_if<Launch>(&step))
            launches_[launch->stages] += launch->bytes_read + launch->bytes_written;
}

DeviceStretch::Times DeviceStretch::run() {
    const std::size_t before = session_.spans().size();
    session_.submit(src_.view()).wait();
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

std::string DeviceStretch::storage() const { return std::string(name(plan_.execution.images.at(0).storage)); }

}  // namespace sluice::apps
