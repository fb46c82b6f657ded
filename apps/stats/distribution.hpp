// Percentiles and histograms, from the decoded pixels on the host. They are computed only when they are asked
// for; a histogram on the device will take this place.
#pragma once

#include "pipeline/core/host_image.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sluice::apps {

struct Wanted {
    std::vector<double> percentiles;  // percent, 0 to 100
    std::size_t bins = 0;             // of the histogram; 0 = none

    bool any() const { return !percentiles.empty() || bins > 0; }
};

struct Distribution {
    // One for each wanted, counted from the nearer end, as normalize counts `low` and `high`: up to 50 the
    // smallest value v with cdf(v) > p/100 * N, above 50 the largest with N - cdf(v - 1) > (100 - p)/100 * N.
    // 0 is the minimum and 100 the maximum. NaN where there is no value, and after pooling of values that are
    // not 8 or 16 bit integers.
    std::vector<double> percentiles;
    // Equal bins over the whole range of an integer type, or over [0, white] of a float. Empty after pooling
    // of histograms over different ranges.
    std::vector<std::uint64_t> histogram;

    // How often each value of an 8 or 16 bit integer type occurs, from its lowest on; else empty.
    std::vector<std::uint64_t> levels;
    double low = 0, high = 0;  // the ends of the histogram
};

// Whose values are counted together.
struct GroupChannels {
    std::string name;
    std::vector<int> channels;
    bool luma = false;          // the one value that they make
    bool visible_only = false;  // without pixels whose alpha is 0
};

// NaN and infinities are left out.
Distribution distribution(const ConstHostView& image, const GroupChannels& group, const Wanted& wanted);

// As if the values of both had been looked at together.
void pool(Distribution& into, const Distribution& other, const Wanted& wanted);

}  // namespace sluice::apps
