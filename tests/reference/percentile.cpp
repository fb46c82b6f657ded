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
            if (sorted.empty()) return std::optional<FoundRange>();
            const FoundRange range{low_percentile(sorted, low), high_percentile(sorted, high)};
            const FoundRange whole{sorted.front(), sorted.back()};
            const Pixel pixel = work.format.pixel;
            if (!is_constant(range, pixel)) return std::optional(range);
            return std::optional<FoundRange>({whole.lo, whole.hi, !is_constant(whole, pixel)});
        });
}

}  // namespace sluice::reference
