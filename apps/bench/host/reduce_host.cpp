#include "apps/bench/host/reduce_host.hpp"

#include <algorithm>
#include <thread>

namespace sluice::apps {

HostReduce::HostReduce(const HostImage& src)
    : src_(src), team_(std::max(1u, std::thread::hardware_concurrency())) {}

LoopRange HostReduce::run() {
    const ImageFormat& format = src_.format();
    const std::size_t samples = format.pixels() * static_cast<std::size_t>(format.channels);
    constexpr std::size_t line = 64;  // samples: parts begin at whole lines of a cache
    std::vector<LoopRange> parts(team_.size());
    const auto* bytes_of_image = static_cast<const std::byte*>(src_.row(0));
    team_.run([&](std::size_t member) {
        const auto begin = [&](std::size_t m) {
            return std::min(samples, (samples + line - 1) / line * m / team_.size() * line);
        };
        parts[member] =
            reduce_loop(format.pixel, format.channels, bytes_of_image + begin(member) * bytes(format.pixel),
                        begin(member + 1) - begin(member));
    });
    LoopRange all = parts[0];
    for (std::size_t p = 1; p < parts.size(); ++p)
        for (std::size_t c = 0; c < 4; ++c) {
            all.low[c] = std::min(all.low[c], parts[p].low[c]);
            all.high[c] = std::max(all.high[c], parts[p].high[c]);
            all.sum[c] += parts[p].sum[c];
        }
    return all;
}

}  // namespace sluice::apps
