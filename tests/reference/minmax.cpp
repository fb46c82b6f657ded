#include "pipeline/core/error.hpp"
#include "tests/reference/normalize.hpp"
#include "tests/reference/stretch_image.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::reference {

Normalized minmax(const ConstHostView& src, const NormalizeOptions& options) {
    const std::optional<Curve> curve = curve_into(options.space, src.format);
    const auto given = [&](Real v) -> Real { return curve ? curve->to(v / src.format.white_value()) : v; };
    if (options.in && (*options.in)[0] > (*options.in)[1])
        throw Error(Error::Kind::usage, "normalize.in", "the lower bound is above the upper one");

    return stretch_image(
        src, options, [&](const ConstHostView& work, std::size_t layer, const ChannelGroup& group) {
            if (options.in || !options.in_each.empty()) {
                const auto [low, high] =
                    options.in ? *options.in
                               : options.in_each.at(static_cast<std::size_t>(group.channels[0]));
                const Real lo = given(low), hi = given(high);
                return std::optional<FoundRange>({lo, hi});
            }
            std::optional<FoundRange> range;
            for_each_counted(work, layer, group, options.counted, [&](Real v) {
                if (!std::isfinite(v)) return;
                if (!range) range = FoundRange{v, v};
                range->lo = std::min(range->lo, v);
                range->hi = std::max(range->hi, v);
            });
            return range;
        });
}

}  // namespace sluice::reference
