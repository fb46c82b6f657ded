// The keys by which a device counts values: unsigned numbers in the order of the values (see Digit).
#pragma once

#include "pipeline/core/format.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sluice::apps {

struct Keys {
    bool reals = false;
    std::size_t bits = 8;  // 8, 16, 32 or 64
    double lowest = 0;     // the integer whose key is 0

    // Bits of the digit that is counted of all values: the highest one.
    std::size_t first_bits() const { return std::min<std::size_t>(bits, 16); }
    bool complete() const { return bits == first_bits(); }
    double value(std::uint64_t key) const;
    std::uint64_t key(double value) const;  // of a value that there is

    bool operator==(const Keys&) const = default;
};

// Of the values that a group has: "channel", "joint" or "luma".
Keys keys_of(const ImageFormat& format, const std::string& group);

// The place of a percentile among `count` values in rising order, from 0: floor(percent * count / 100) from
// the nearer end. REQUIRES: count > 0.
std::uint64_t rank_of(double percent, std::uint64_t count);

// The first bin with more than `rank` values in it and before it. `rank` becomes the rank inside the bin.
std::size_t bin_of(const std::uint64_t* bins, std::uint64_t& rank);

}  // namespace sluice::apps
