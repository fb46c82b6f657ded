#include "apps/bench/host/stretch_host.hpp"

#include <algorithm>
#include <cstring>
#include <thread>
#include <vector>

namespace sluice::apps {
namespace {

// The pixels that a member works on; parts begin at whole lines of a cache.
struct Part {
    std::size_t first, count;
};
Part part_of(std::size_t pixels, std::size_t member, std::size_t members) {
    constexpr std::size_t line = 16;
    const std::size_t lines = (pixels + line - 1) / line;
    const std::size_t first = std::min(pixels, lines * member / members * line);
    const std::size_t end = std::min(pixels, lines * (member + 1) / members * line);
    return {first, end - first};
}

ByteRange spanning(const std::vector<ByteRange>& ranges) {
    ByteRange all;
    for (const ByteRange& range : ranges) {
        for (std::size_t c = 0; c < 4; ++c) {
            all.low[c] = std::min(all.low[c], range.low[c]);
            all.high[c] = std::max(all.high[c], range.high[c]);
        }
    }
    return all;
}

}  // namespace

HostStretch::HostStretch(const HostImage& src)
    : src_(src), dst_(src.format()), team_(std::max(1u, std::thread::hardware_concurrency())) {}

void HostStretch::stretch(const StretchLoop& loop) {
    const std::size_t pixels = src_.format().pixels();
    const auto* src = src_.as<std::uint8_t>(0);
    auto* dst = dst_.as<std::uint8_t>(0);
    std::vector<ByteRange> ranges(team_.size());
    team_.run([&](std::size_t member) {
        const Part part = part_of(pixels, member, team_.size());
        ranges[member] = byte_range(src + 4 * part.first, part.count);
    });
    const ByteRange range = spanning(ranges);
    team_.run([&](std::size_t member) {
        const Part part = part_of(pixels, member, team_.size());
        loop.run(src + 4 * part.first, dst + 4 * part.first, part.count, range);
    });
}

}  // namespace sluice::apps
