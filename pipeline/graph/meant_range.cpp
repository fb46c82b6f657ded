#include "pipeline/graph/meant_range.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace sluice {

ValueRange stretched_range(const ValueRange& from, const std::vector<double>& in, const ValueRange& out,
                           bool clamp, bool everywhere) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    ValueRange result{std::min(out.low, out.high), std::max(out.low, out.high)};
    if (clamp) return result;
    if (everywhere) return {-inf, inf};
    for (std::size_t i = 0; i + 1 < in.size(); i += 2) {
        if (in[i] == in[i + 1]) return {-inf, inf};
        const double slope = (out.high - out.low) / (in[i + 1] - in[i]);
        result = hull(result, on_line(from, slope, out.low - in[i] * slope));
    }
    return result;
}

ValueRange standardized(const ValueRange& from, const std::vector<double>& means,
                        const std::vector<double>& deviations, double epsilon, double scale, double shift) {
    if (means.empty() || deviations.empty()) return on_line({-2, 2}, scale, shift);
    std::optional<ValueRange> result;
    for (std::size_t i = 0; i < std::max(means.size(), deviations.size()); ++i) {
        const double mean = means[std::min(i, means.size() - 1)];
        const double deviation =
            std::hypot(deviations[std::min(i, deviations.size() - 1)], std::sqrt(epsilon));
        const double gain = deviation == 0 ? 0 : scale / deviation;
        const ValueRange group = on_line(from, gain, shift - mean * gain);
        result = result ? hull(*result, group) : group;
    }
    return *result;
}

}  // namespace sluice
