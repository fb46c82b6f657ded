#include "apps/stats/distribution.hpp"

#include <limits>
#include <numeric>

namespace sluice::apps {
namespace {

double percentile(const Distribution& d, double percent, std::uint64_t count) {
    if (count == 0) return std::numeric_limits<double>::quiet_NaN();
    std::uint64_t rank = rank_of(percent, count);
    return d.keys.value(bin_of(d.counts.data(), rank));
}

}  // namespace

void set_range(Distribution& d, const ImageFormat& format) {
    const bool whole = is_integer(format.pixel);
    d.low = whole ? lowest(format.pixel) : 0;
    d.high = whole ? highest(format.pixel) + 1 : format.white_value();
}

void put_percentiles(Distribution& d, const Wanted& wanted) {
    const std::uint64_t count = std::accumulate(d.counts.begin(), d.counts.end(), std::uint64_t{0});
    d.percentiles.clear();
    for (const double percent : wanted.percentiles) d.percentiles.push_back(percentile(d, percent, count));
}

void put_histogram(Distribution& d, const Wanted& wanted) {
    d.histogram.assign(wanted.bins, 0);
    for (std::size_t i = 0; i < d.counts.size() && wanted.bins > 0; ++i)
        d.histogram[i * wanted.bins / d.counts.size()] += d.counts[i];
}

void pool(Distribution& into, const Distribution& other, const Wanted& wanted) {
    const auto add = [](std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from) {
        for (std::size_t i = 0; i < to.size(); ++i) to[i] += from[i];
    };
    const bool same_range = into.low == other.low && into.high == other.high;
    if (same_range && into.histogram.size() == other.histogram.size())
        add(into.histogram, other.histogram);
    else
        into.histogram.clear();
    if (into.keys == other.keys && into.counts.size() == other.counts.size())
        add(into.counts, other.counts);
    else
        into.counts.clear();
    if (into.keys.complete() && !into.counts.empty())
        put_percentiles(into, wanted);
    else
        into.percentiles.assign(wanted.percentiles.size(), std::numeric_limits<double>::quiet_NaN());
}

}  // namespace sluice::apps
