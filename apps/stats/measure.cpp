#include "apps/stats/measure.hpp"

#include "pipeline/sluice/plan.hpp"

#include <algorithm>

namespace sluice::apps {
namespace {

constexpr std::size_t most_sessions = 4;

Graph statistics_graph(const std::string& group) {
    const std::vector<std::string> quantities{"count",  "min",     "max", "sum",
                                              "sum_sq", "nonzero", "nan", "inf"};
    const std::string alpha = group == "channel" ? "report" : "exclude";
    Graph graph;
    graph.add("reduce", {{"quantities", quantities}, {"group", group}, {"alpha", alpha}});
    return graph;
}

}  // namespace

Measurer::Measurer(Device device, StorageChoice storage, std::string group)
    : device_(std::move(device)), storage_(storage), group_(std::move(group)) {}

Table Measurer::measure(const ConstHostView& image) {
    Frame frame = session_for(image.format).submit(image);
    return frame.table("reduce");
}

Session& Measurer::session_for(const ImageFormat& format) {
    const auto found = std::find_if(sessions_.begin(), sessions_.end(),
                                    [&](const auto& entry) { return entry.first == format; });
    if (found != sessions_.end()) {
        sessions_.splice(sessions_.begin(), sessions_, found);
        return sessions_.front().second;
    }
    if (sessions_.size() >= most_sessions) sessions_.pop_back();
    const Plan plan(statistics_graph(group_), format, device_, {.storage = storage_});
    sessions_.emplace_front(format, Session(plan, {.frames_in_flight = 1}));
    return sessions_.front().second;
}

}  // namespace sluice::apps
