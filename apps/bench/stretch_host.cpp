#include "apps/bench/stretch_host.hpp"

#include "apps/bench/measure.hpp"
#include "apps/bench/stretch_loops.hpp"
#include "apps/bench/team.hpp"
#include "pipeline/core/error.hpp"

#include <algorithm>
#include <cstring>
#include <thread>

namespace sluice::apps {
namespace {

// The part of `pixels` that a member works on; parts begin at whole lines of a cache.
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

ByteRange joined(const std::vector<ByteRange>& ranges) {
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

const HostStretch::Loop& HostStretch::best() const {
    return *std::min_element(loops.begin(), loops.end(),
                             [](const Loop& a, const Loop& b) { return a.ms < b.ms; });
}

HostStretch stretch_on_host(const HostImage& image, std::size_t runs) {
    HostStretch host;
    host.cores = std::max(1u, std::thread::hardware_concurrency());
    Team team(host.cores);
    const std::size_t pixels = image.format().pixels();
    const auto* src = image.as<std::uint8_t>(0);
    HostImage dst(image.format());
    auto* to = dst.as<std::uint8_t>(0);

    const auto stretch = [&](const StretchLoop& loop) {
        std::vector<ByteRange> ranges(team.size());
        team.run([&](std::size_t member) {
            const Part part = part_of(pixels, member, team.size());
            ranges[member] = byte_range(src + 4 * part.first, part.count);
        });
        const ByteRange range = joined(ranges);
        team.run([&](std::size_t member) {
            const Part part = part_of(pixels, member, team.size());
            loop.run(src + 4 * part.first, to + 4 * part.first, part.count, range);
        });
    };
    for (const StretchLoop& loop : stretch_loops()) {
        host.loops.push_back({loop.name, median(time_runs(runs, [&] { stretch(loop); }))});
        if (host.loops.size() == 1) host.result = dst;
        if (std::memcmp(host.result.row(0), dst.row(0), 4 * pixels) != 0)
            throw Error(Error::Kind::device, loop.name, "its result is not that of " + host.loops[0].name);
    }
    host.copy_ms = median(time_runs(runs, [&] {
        team.run([&](std::size_t member) {
            const Part part = part_of(pixels, member, team.size());
            std::memcpy(to + 4 * part.first, src + 4 * part.first, 4 * part.count);
        });
    }));
    return host;
}

}  // namespace sluice::apps
