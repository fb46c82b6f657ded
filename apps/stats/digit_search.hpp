// Percentiles of values with long keys, digit by digit. The first digit of all values is counted; each digit
// behind it takes one more pass over the values, which counts those that begin like a percentile.
#pragma once

#include "apps/stats/distribution.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice::apps {

// The first digits of keys, rising.
using Prefixes = std::vector<std::uint64_t>;

class DigitSearch {
public:
    static constexpr std::size_t digit_bits = 16;

    // `d` has counts.
    DigitSearch(const Distribution& d, const std::vector<double>& percentiles);

    bool over() const { return shift_ == 0; }
    // What the next pass counts: of the values that begin with each of these, 65536 bins of the next digit.
    Prefixes prefixes() const;
    // False if the counts are not those of the values that were counted before.
    bool take(const std::vector<std::uint64_t>& counts);

    // The percentiles; as long as the search is not over, the middle of the values that begin like each of
    // them. NaN if there are no values.
    std::vector<double> percentiles() const;
    // How far they are off at most.
    std::vector<double> errors() const;

private:
    struct Found {
        std::uint64_t prefix, rank, count;  // `rank` of `count` values with this prefix
    };
    double end(const Found& found, bool upper) const;
    double middle(const Found& found) const;

    Keys keys_;
    std::size_t shift_;  // of the last digit that was found
    std::vector<Found> found_;
};

}  // namespace sluice::apps
