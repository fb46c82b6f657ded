// Percentiles and histograms, from the decoded pixels on the host. They are computed only when they are asked
// for; a histogram on the device will take this place.
#pragma once

#include "pipeline/core/host_image.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice::apps {

struct Wanted {
    std::vector<double> percentiles;  // percent, 0 to 100
    std::size_t bins = 0;             // of the histogram; 0 = none

    bool any() const { return !percentiles.empty() || bins > 0; }
};

struct Distribution {
    // One for each wanted, by the low rule: the smallest value whose cdf exceeds p/100 * N; 100 is the
    // maximum. NaN where there is no value, and after pooling of values that are not 8 or 16 bit integers.
    std::vector<double> percentiles;
    // Equal bins over the whole range of an integer type, or over [0, white] of a float. Empty after pooling
    // of histograms over different ranges.
    std::vector<std::uint64_t> histogram;

    // How often each value of an 8 or 16 bit integer type occurs, from its lowest on; else empty.
    std::vector<std::uint64_t> levels;
    double low = 0, high = 0;  // the ends of the histogram
};

// Of the values of these channels together, or with `luma` of the one value that they make. NaN and
// infinities are left out.
Distribution distribution(const ConstHostView& image, const std::vector<int>& channels, bool luma,
                          const Wanted& wanted);

// As if the values of both had been looked at together.
void pool(Distribution& into, const Distribution& other, const Wanted& wanted);

}  // namespace sluice::apps
