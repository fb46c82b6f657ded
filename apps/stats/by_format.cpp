#include "apps/stats/by_format.hpp"

#include "pipeline/sluice/plan.hpp"

#include <algorithm>
#include <cstring>

namespace sluice::apps {
namespace {

constexpr std::size_t most_sessions = 4;

}  // namespace

ByFormat::ByFormat(Device device, StorageChoice storage, MakeGraph graph)
    : device_(std::move(device)), storage_(storage), graph_(std::move(graph)) {}

Frame ByFormat::run(ConstHostView image) {
    image.format.height *= image.format.layers;
    image.format.layers = 1;
    return session_for(image.format).submit(LentView{image});
}

Session& ByFormat::session_for(const ImageFormat& format) {
    const auto found = std::find_if(sessions_.begin(), sessions_.end(),
                                    [&](const auto& entry) { return entry.first == format; });
    if (found != sessions_.end()) {
        sessions_.splice(sessions_.begin(), sessions_, found);
        return sessions_.front().second;
    }
    if (sessions_.size() >= most_sessions) sessions_.pop_back();
    const Measurement measurement = graph_(format);
    const Plan plan(measurement.graph, format, device_, {.observe = measurement.tables, .storage = storage_});
    sessions_.emplace_front(format, Session(plan, {.frames_in_flight = 1}));
    return sessions_.front().second;
}

std::vector<std::uint64_t> histogram_of(const Table& table, std::size_t channel) {
    const Field& counts = *table.layout().find("histogram");
    std::vector<std::uint64_t> bins(counts.count);
    const std::size_t bytes = bins.size() * sizeof bins[0];
    std::memcpy(bins.data(), table.data() + table.layout().offset(counts) + channel * bytes, bytes);
    return bins;
}

}  // namespace sluice::apps
