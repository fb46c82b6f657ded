#include "apps/stats/digit_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace sluice::apps {
namespace {

constexpr std::size_t digit_bins = std::size_t{1} << DigitSearch::digit_bits;

std::uint64_t sum(const std::uint64_t* bins, std::size_t n) {
    return std::accumulate(bins, bins + n, std::uint64_t{0});
}

}  // namespace

DigitSearch::DigitSearch(const Distribution& d, const std::vector<double>& percentiles)
    : keys_(d.keys), shift_(d.keys.bits - d.keys.first_bits()) {
    const std::uint64_t count = sum(d.counts.data(), d.counts.size());
    for (const double percent : percentiles) {
        std::uint64_t rank = count > 0 ? rank_of(percent, count) : 0;
        const std::size_t bin = count > 0 ? bin_of(d.counts.data(), rank) : 0;
        found_.push_back({bin, rank, count > 0 ? d.counts[bin] : 0});
    }
    if (count == 0) shift_ = 0;
}

Prefixes DigitSearch::prefixes() const {
    Prefixes all;
    for (const Found& found : found_) all.push_back(found.prefix);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

bool DigitSearch::take(const std::vector<std::uint64_t>& counts) {
    const Prefixes all = prefixes();
    for (Found& found : found_) {
        const auto at = std::lower_bound(all.begin(), all.end(), found.prefix) - all.begin();
        const std::uint64_t* bins = counts.data() + static_cast<std::size_t>(at) * digit_bins;
        if (sum(bins, digit_bins) != found.count) return false;
        const std::size_t bin = bin_of(bins, found.rank);
        found.prefix = found.prefix << digit_bits | bin;
        found.count = bins[bin];
    }
    shift_ -= digit_bits;
    return true;
}

// Of the values that begin like it.
double DigitSearch::end(const Found& found, bool upper) const {
    const std::uint64_t first = found.prefix << shift_;
    return keys_.value(upper ? first + ((std::uint64_t{1} << shift_) - 1) : first);
}

double DigitSearch::middle(const Found& found) const {
    const double v = std::midpoint(end(found, false), end(found, true));
    return keys_.reals ? v : std::floor(v);
}

std::vector<double> DigitSearch::percentiles() const {
    std::vector<double> values;
    for (const Found& found : found_)
        values.push_back(found.count > 0 ? middle(found) : std::numeric_limits<double>::quiet_NaN());
    return values;
}

std::vector<double> DigitSearch::errors() const {
    std::vector<double> errors;
    for (const Found& found : found_)
        errors.push_back(found.count > 0 ? end(found, true) - middle(found) : 0);
    return errors;
}

}  // namespace sluice::apps
