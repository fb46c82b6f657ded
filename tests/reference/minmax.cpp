#include "pipeline/core/error.hpp"
#include "tests/reference/normalize.hpp"
#include "tests/reference/stretch_image.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::reference {

std::optional<std::array<double, 2>> NormalizeOptions::given_range(const ChannelGroup& of) const {
    if (in_each.empty()) return in;
    const auto first =
        static_cast<std::size_t>(of.channels[0]);  // the second group is alpha, if not a colour
    return in_each.at(group == Grouping::channel ? first : std::min<std::size_t>(first, 1));
}

Normalized minmax(const ConstHostView& src, const NormalizeOptions& options) {
    const std::optional<Curve> curve = curve_into(options.space, src.format);
    const auto given = [&](Real v) -> Real { return curve ? curve->to(v / src.format.white_value()) : v; };
    if (options.in && (*options.in)[0] > (*options.in)[1])
        throw Error(Error::Kind::usage, "normalize.in", "the lower bound is above the upper one");

    return stretch_image(src, options,
                         [&](const ConstHostView& work, std::size_t layer, const ChannelGroup& group) {
                             if (const auto ends = options.given_range(group))
                                 return std::optional<FoundRange>({given((*ends)[0]), given((*ends)[1])});
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
