// Statistics of an image: what a Reduce finds.
#pragma once

#include "tests/reference/groups.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sluice::reference {

struct StatisticsOptions {
    Grouping group = Grouping::channel;
    Counted counted{};
    std::size_t layer = 0;
    int ddof = 0;
    std::vector<double> percentiles{};             // percent
    std::size_t bins = 0;                          // of the histogram; 0 = none
    std::optional<std::array<double, 2>> range{};  // of the histogram, see bin_of
};

// Of one group. Values are those of its channels, or luma (a real number: not rounded). NaN and infinities
// are left out of everything and counted. A group without a counted finite value: NaN where there is no
// number.
struct Statistics {
    std::string name{};
    std::size_t count = 0;  // finite values
    std::size_t nonzero = 0, nan = 0, inf = 0;
    Real min, max, mean, variance, std;
    Real sum = 0, sum_sq = 0;                // compensated for floats
    Int128 exact_sum = 0, exact_sum_sq = 0;  // of integer pixel types, not of luma
    std::vector<std::uint64_t> histogram{};
    std::vector<Real> percentiles{};  // one for each asked for, from the nearer end

    bool empty() const { return count == 0; }
};

// One entry for each of `groups(image.format, options.group, options.counted.alpha)`.
//
// variance = sum of (v - mean)^2 / (count - ddof), in two passes (exactly for integers); 0 where count <=
// ddof and anything was counted.
std::vector<Statistics> statistics(const ConstHostView& image, const StatisticsOptions& options = {});

// The low rule of percentiles: the smallest value whose cdf exceeds percent/100 * N, with percent counted in
// millionths so that it is exact: sorted[floor(percent * N / 100)]; 100 is the maximum. `sorted` is not
// empty.
Real low_percentile(const std::vector<Real>& sorted, double percent);
// The high rule: the largest value v with N - cdf(v-1) > (100 - percent)/100 * N; 0 is the minimum.
Real high_percentile(const std::vector<Real>& sorted, double percent);
// The one of both from the nearer end: the low rule up to 50, the high rule above.
Real nearer_percentile(const std::vector<Real>& sorted, double percent);
// The counted finite values of a group in rising order.
std::vector<Real> sorted_values(const ConstHostView& image, std::size_t layer, const ChannelGroup& group,
                                const Counted& counted);

// Decided here: the bin of a value. Integers: [low, high] inclusive has high - low + 1 levels, bin =
// floor((v - low) * bins / levels), so that 256 bins of u8 are its levels. Floats: floor((v - low) * bins /
// (high - low)), and high itself falls into the last bin. Outside of the range: nullopt, not counted. Without
// a range: the whole integer type (of i8 too: -128 is bin 0); [0, white] for floats and for luma of floats.
// Luma of integers counts as a float over [lowest, highest + 1) of the type. A float computation of the bin
// may differ by one where a value lies within rounding error of a bin's edge.
std::optional<std::size_t> bin_of(Real v, const ImageFormat& format, bool luma, std::size_t bins,
                                  const std::optional<std::array<double, 2>>& range);

}  // namespace sluice::reference
