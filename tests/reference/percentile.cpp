#include "tests/reference/normalize.hpp"
#include "tests/reference/statistics.hpp"
#include "tests/reference/stretch_image.hpp"

namespace sluice::reference {

Normalized percentile(const ConstHostView& src, double low, double high, const NormalizeOptions& options) {
    NormalizeOptions clamping = options;
    clamping.clamp = true;
    return stretch_image(
        src, clamping, [&](const ConstHostView& work, std::size_t layer, const ChannelGroup& group) {
            const std::vector<Real> sorted = sorted_values(work, layer, group, options.counted);
            std::optional<FoundRange> range;
            if (!sorted.empty())
                range = FoundRange{low_percentile(sorted, low), high_percentile(sorted, high), sorted.front(),
                                   sorted.back()};
            return range;
        });
}

}  // namespace sluice::reference
