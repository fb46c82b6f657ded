#include "apps/stats/measure.hpp"

#include "pipeline/sluice/plan.hpp"

#include <algorithm>

namespace sluice::apps {
namespace {

constexpr std::size_t most_sessions = 4;

// Alpha is counted where it is 0 too, beside colours that are not: two Reduces in one pass.
bool apart(const ImageFormat& format, const Grouping& grouping) {
    return format.has_alpha() && grouping.group == "channel" && !grouping.hidden;
}

Graph statistics_graph(const ImageFormat& format, const Grouping& grouping) {
    const std::vector<std::string> quantities{"count",  "min",     "max", "sum",
                                              "sum_sq", "nonzero", "nan", "inf"};
    Graph graph;
    graph.add("input");
    const auto reduce = [&](const std::string& id, const std::string& alpha) {
        graph.add("reduce", {{"quantities", quantities}, {"group", grouping.group}, {"alpha", alpha}}, id,
                  {"input"});
    };
    if (!grouping.hidden) reduce("colours", "visible");
    if (apart(format, grouping)) reduce("alpha", "report");
    if (grouping.hidden) reduce("colours", grouping.group == "channel" ? "report" : "exclude");
    return graph;
}

}  // namespace

Measurer::Measurer(Device device, StorageChoice storage, Grouping grouping)
    : device_(std::move(device)), storage_(storage), grouping_(std::move(grouping)) {}

std::vector<ChannelStatistics> Measurer::measure(const ConstHostView& image) {
    Frame frame = session_for(image.format).submit(image);
    std::vector<ChannelStatistics> channels = channels_of(frame.table("colours"));
    if (apart(image.format, grouping_)) channels.push_back(channels_of(frame.table("alpha")).back());
    return channels;
}

Session& Measurer::session_for(const ImageFormat& format) {
    const auto found = std::find_if(sessions_.begin(), sessions_.end(),
                                    [&](const auto& entry) { return entry.first == format; });
    if (found != sessions_.end()) {
        sessions_.splice(sessions_.begin(), sessions_, found);
        return sessions_.front().second;
    }
    if (sessions_.size() >= most_sessions) sessions_.pop_back();
    const Plan plan(statistics_graph(format, grouping_), format, device_, {.storage = storage_});
    sessions_.emplace_front(format, Session(plan, {.frames_in_flight = 1}));
    return sessions_.front().second;
}

}  // namespace sluice::apps
