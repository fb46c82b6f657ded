// Percentiles and histograms of a channel, from what a device has counted.
#pragma once

#include "apps/stats/keys.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice::apps {

struct Wanted {
    std::vector<double> percentiles;  // percent, 0 to 100
    std::size_t bins = 0;             // of the histogram; 0 = none
    bool quality = false;             // what outliers are found by

    bool any() const { return !percentiles.empty() || bins > 0 || quality; }
    bool counts() const { return !percentiles.empty() || quality; }
};

struct Distribution {
    // One for each wanted, counted from the nearer end, as normalize counts `low` and `high`: up to 50 the
    // smallest value v with cdf(v) > p/100 * N, above 50 the largest with N - cdf(v - 1) > (100 - p)/100 * N.
    // 0 is the minimum and 100 the maximum. NaN where there is no value.
    std::vector<double> percentiles;
    // Equal bins over the whole range of an integer type, or over [0, white] of a float. Empty after pooling
    // of histograms over different ranges.
    std::vector<std::uint64_t> histogram;
    double low = 0, high = 0;  // the ends of the histogram

    // How often each first digit of a key occurs, without NaN and infinities. Empty: not counted, or of
    // values with different keys.
    Keys keys;
    std::vector<std::uint64_t> counts;
};

// The range of a histogram, for an image of this format.
void set_range(Distribution& d, const ImageFormat& format);
// From the counts of complete keys: the percentiles; and the histogram.
void put_percentiles(Distribution& d, const Wanted& wanted);
void put_histogram(Distribution& d, const Wanted& wanted);

// As if the values of both had been looked at together. Percentiles follow from complete keys, and are NaN
// otherwise.
void pool(Distribution& into, const Distribution& other, const Wanted& wanted);

}  // namespace sluice::apps
