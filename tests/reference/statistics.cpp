#include "tests/reference/statistics.hpp"

#include "tests/reference/compensated_sum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sluice::reference {
namespace {

constexpr Real nothing = std::numeric_limits<Real>::quiet_NaN();

void finish_integers(Statistics& s, int ddof) {
    const auto n = static_cast<Int128>(s.count);
    s.sum = static_cast<Real>(s.exact_sum);
    s.sum_sq = static_cast<Real>(s.exact_sum_sq);
    s.mean = s.sum / static_cast<Real>(n);
    // n * sum of (v - mean)^2 = n * sum_sq - sum^2, an integer.
    const Int128 squares = n * s.exact_sum_sq - s.exact_sum * s.exact_sum;
    const Int128 freedom = n - ddof;
    s.variance = freedom <= 0 ? 0 : static_cast<Real>(squares) / static_cast<Real>(n * freedom);
}

Statistics of_group(const ConstHostView& image, const ChannelGroup& group, const StatisticsOptions& options) {
    const bool integers = is_integer(image.format.pixel) && !group.luma;
    const auto each = [&](const std::function<void(Real)>& visit) {
        for_each_counted(image, options.layer, group, options.counted, visit);
    };

    Statistics s;
    s.name = group.name;
    s.min = s.max = s.mean = s.variance = nothing;
    s.histogram.resize(options.bins);
    CompensatedSum sum, sum_sq;
    each([&](Real v) {
        if (std::isnan(v)) {
            ++s.nan;
            return;
        }
        if (std::isinf(v)) {
            ++s.inf;
            return;
        }
        s.min = s.count == 0 ? v : std::min(s.min, v);
        s.max = s.count == 0 ? v : std::max(s.max, v);
        ++s.count;
        if (v != 0) ++s.nonzero;
        if (integers) {
            const auto level = static_cast<std::int64_t>(v);
            s.exact_sum += level;
            s.exact_sum_sq += level * level;
        } else {
            sum.add(v);
            sum_sq.add(v * v);
        }
        if (options.bins > 0)
            if (const auto bin = bin_of(v, image.format, group.luma, options.bins, options.range))
                ++s.histogram[*bin];
    });

    if (integers && !s.empty()) finish_integers(s, options.ddof);
    if (!integers && !s.empty()) {
        s.sum = sum.value();
        s.sum_sq = sum_sq.value();
        s.mean = s.sum / static_cast<Real>(s.count);
        CompensatedSum squares;
        each([&](Real v) {
            if (std::isfinite(v)) squares.add((v - s.mean) * (v - s.mean));
        });
        const Real freedom = static_cast<Real>(s.count) - static_cast<Real>(options.ddof);
        s.variance = freedom <= 0 ? 0 : squares.value() / freedom;
    }
    s.std = std::sqrt(s.variance);

    if (!options.percentiles.empty()) {
        const std::vector<Real> sorted = sorted_values(image, options.layer, group, options.counted);
        for (const double percent : options.percentiles)
            s.percentiles.push_back(sorted.empty() ? nothing : nearer_percentile(sorted, percent));
    }
    return s;
}

// floor(percent * count / 100) in integers, percent counted in millionths.
std::size_t rank(double percent, std::size_t count) {
    const auto millionths = static_cast<Int128>(std::llround(percent * 1e6));
    return static_cast<std::size_t>(millionths * static_cast<Int128>(count) / 100'000'000);
}

}  // namespace

std::vector<Statistics> statistics(const ConstHostView& image, const StatisticsOptions& options) {
    std::vector<Statistics> all;
    for (const ChannelGroup& group : groups(image.format, options.group, options.counted.alpha))
        all.push_back(of_group(image, group, options));
    return all;
}

Real low_percentile(const std::vector<Real>& sorted, double percent) {
    return sorted[std::min(rank(percent, sorted.size()), sorted.size() - 1)];
}

Real high_percentile(const std::vector<Real>& sorted, double percent) {
    return sorted[sorted.size() - 1 - std::min(rank(100 - percent, sorted.size()), sorted.size() - 1)];
}

Real nearer_percentile(const std::vector<Real>& sorted, double percent) {
    return percent > 50 ? high_percentile(sorted, percent) : low_percentile(sorted, percent);
}

std::vector<Real> sorted_values(const ConstHostView& image, std::size_t layer, const ChannelGroup& group,
                                const Counted& counted) {
    std::vector<Real> values;
    for_each_counted(image, layer, group, counted, [&](Real v) {
        if (std::isfinite(v)) values.push_back(v);
    });
    std::sort(values.begin(), values.end());
    return values;
}

std::optional<std::size_t> bin_of(Real v, const ImageFormat& format, bool luma, std::size_t bins,
                                  const std::optional<std::array<double, 2>>& range) {
    const bool integers = is_integer(format.pixel);
    const Real low = range ? (*range)[0] : integers ? lowest(format.pixel) : 0;
    const Real high = range ? (*range)[1] : integers ? highest(format.pixel) : format.white_value();
    if (v < low || v > high) return std::nullopt;
    const bool levels = integers && (!luma || !range);
    const Real width = levels ? high - low + 1 : high - low;
    const auto bin = static_cast<std::size_t>(std::floor((v - low) * static_cast<Real>(bins) / width));
    return std::min(bin, bins - 1);
}

}  // namespace sluice::reference
