#include "apps/stats/decode_ahead.hpp"

#include <algorithm>
#include <new>
#include <numeric>
#include <thread>

namespace sluice::apps {
namespace {

// Files in memory at once: enough to keep decoders busy, few enough for large pictures.
std::size_t most_ahead() { return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 2, 4); }

Decoded decode(const std::string& path, const ReadOptions& reading, const Grouping& grouping,
               const Wanted& wanted) {
    Decoded result;
    result.path = path;
    try {
        result.image = read(path, reading, [&](const std::string& text) { result.warnings.push_back(text); });
        if (wanted.any())
            for (const GroupChannels& group : groups_of(result.image->format(), grouping))
                result.distributions.push_back(distribution(result.image->view(), group, wanted));
    } catch (const Error& error) {
        result.image.reset();
        result.error = error.message();
    } catch (const std::bad_alloc&) {
        result.image.reset();
        result.error = "needs more memory than there is";
    }
    return result;
}

}  // namespace

std::vector<GroupChannels> groups_of(const ImageFormat& format, const Grouping& grouping) {
    std::vector<int> colors(static_cast<std::size_t>(format.colors()));
    std::iota(colors.begin(), colors.end(), 0);
    const bool visible_only = !grouping.hidden;
    if (grouping.group == "joint" || (grouping.group == "luma" && format.colors() == 3))
        return {{grouping.group, colors, grouping.group == "luma", visible_only}};

    std::vector<GroupChannels> groups;
    const std::vector<std::string> names = format.channel_names(true);
    for (const int c : colors)
        groups.push_back({names[static_cast<std::size_t>(c)], {c}, false, visible_only});
    if (grouping.group == "channel" && format.has_alpha())
        groups.push_back({"A", {format.channels - 1}, false, false});
    return groups;
}

DecodeAhead::DecodeAhead(std::vector<std::string> paths, ReadOptions reading, Grouping grouping,
                         Wanted wanted)
    : paths_(std::move(paths)),
      reading_(reading),
      grouping_(std::move(grouping)),
      wanted_(std::move(wanted)) {}

std::optional<Decoded> DecodeAhead::next() {
    start_more();
    if (ahead_.empty()) return std::nullopt;
    Decoded first = ahead_.front().get();
    ahead_.pop_front();
    start_more();
    return first;
}

void DecodeAhead::start_more() {
    for (; ahead_.size() < most_ahead() && started_ < paths_.size(); ++started_) {
        ahead_.push_back(
            std::async(std::launch::async, decode, paths_[started_], reading_, grouping_, wanted_));
    }
}

}  // namespace sluice::apps
