#include "tests/reference/match.hpp"

#include "tests/reference/equalize.hpp"
#include "tests/reference/luma_shift.hpp"
#include "tests/reference/map_groups.hpp"

#include <numeric>

namespace sluice::reference {

std::vector<std::uint16_t> matching_lut(const std::vector<std::uint64_t>& histogram,
                                        const std::vector<std::uint64_t>& wanted) {
    const auto sum = [](const auto& counts) {
        return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    };
    const Int128 all = sum(histogram), all_wanted = sum(wanted);
    if (all == 0 || all_wanted == 0) return {};
    std::vector<Int128> levels, up_to;  // that occur in `wanted`
    for (std::size_t level = 0; level < wanted.size(); ++level) {
        if (wanted[level] == 0) continue;
        levels.push_back(static_cast<Int128>(level));
        up_to.push_back((up_to.empty() ? 0 : up_to.back()) + wanted[level]);
    }
    std::vector<std::uint16_t> lut;
    Int128 below = 0;
    for (const std::uint64_t count : histogram) {
        below += count;
        std::size_t k = 0;
        while (up_to[k] * all < below * all_wanted) ++k;
        Int128 y = levels[k];
        if (k > 0) {
            const Int128 share = below * all_wanted - up_to[k - 1] * all,
                         step = (up_to[k] - up_to[k - 1]) * all;
            y = rounded(levels[k - 1] * step + (levels[k] - levels[k - 1]) * share, step);
        }
        lut.push_back(static_cast<std::uint16_t>(y));
    }
    return lut;
}

Normalized match(const ConstHostView& src, const ConstHostView& wanted, const MatchOptions& options) {
    const bool luma = options.group == Grouping::luma && src.format.colors() == 3;
    const Counted counted{options.counted.alpha};
    const std::vector<ChannelGroup> theirs = groups(wanted.format, options.group, AlphaRule::exclude);
    const auto map_of = [&](std::size_t layer, const ChannelGroup& group, std::size_t index) -> Map {
        const std::vector<std::uint16_t> lut =
            matching_lut(histogram_of(src, layer, group, options.counted),
                         histogram_of(wanted, wanted.format.layers > 1 ? layer : 0,
                                      theirs[theirs.size() > 1 ? index : 0], counted));
        if (lut.empty()) return {};
        return [lut](Real v) -> Real { return lut[static_cast<std::size_t>(v)]; };
    };
    if (luma) return shift_luma(src, options.counted.alpha, map_of);
    return map_groups(src, {options.group, options.counted.alpha}, map_of);
}

}  // namespace sluice::reference
