#include "tests/reference/equalize.hpp"

#include "pipeline/core/error.hpp"
#include "tests/reference/luma_shift.hpp"
#include "tests/reference/map_groups.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sluice::reference {
std::vector<std::uint64_t> histogram_of(const ConstHostView& src, std::size_t layer,
                                        const ChannelGroup& group, const Counted& counted) {
    std::vector<std::uint64_t> histogram(static_cast<std::size_t>(highest(src.format.pixel)) + 1);
    if (group.luma)
        for_each_pixel(src, layer, group.channels, counted,
                       [&](std::size_t x, std::size_t row) { ++histogram[whole_luma(src, x, row)]; });
    else
        for_each_counted(src, layer, group, counted,
                         [&](Real v) { ++histogram[static_cast<std::size_t>(v)]; });
    return histogram;
}

std::vector<std::uint16_t> equalizing_lut(const std::vector<std::uint64_t>& histogram, double white) {
    const auto first =
        std::find_if(histogram.begin(), histogram.end(), [](std::uint64_t n) { return n > 0; });
    const std::uint64_t count = std::accumulate(histogram.begin(), histogram.end(), std::uint64_t{0});
    if (first == histogram.end() || *first == count) return {};
    const float s = static_cast<float>(white) / static_cast<float>(count - *first);
    std::vector<std::uint16_t> lut(histogram.size());
    std::uint64_t cdf = *first;
    for (auto level = static_cast<std::size_t>(first - histogram.begin()) + 1; level < lut.size(); ++level) {
        cdf += histogram[level];
        const float y = static_cast<float>(cdf - *first) * s;
        lut[level] = static_cast<std::uint16_t>(std::min(std::nearbyint(y), static_cast<float>(white)));
    }
    return lut;
}

Normalized equalize(const ConstHostView& src, const EqualizeOptions& options) {
    if (src.format.pixel != Pixel::u8 && src.format.pixel != Pixel::u16)
        throw Error(Error::Kind::usage, "equalize",
                    "takes u8 and u16, not " + std::string(name(src.format.pixel)));
    const bool luma = options.group == Grouping::luma && src.format.colors() == 3;
    const auto map_of = [&](std::size_t layer, const ChannelGroup& group, std::size_t) -> Map {
        const std::vector<std::uint64_t> histogram = histogram_of(src, layer, group, options.counted);
        if (std::all_of(histogram.begin(), histogram.end(), [](std::uint64_t n) { return n == 0; }))
            return {};
        const std::vector<std::uint16_t> lut = equalizing_lut(histogram, src.format.white_value());
        return [lut](Real v) -> Real { return lut.empty() ? v : lut[static_cast<std::size_t>(v)]; };
    };
    if (!luma) return map_groups(src, {options.group, options.counted.alpha}, map_of);
    return shift_luma(src, options.counted.alpha, map_of);
}

}  // namespace sluice::reference
