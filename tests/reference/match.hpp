// normalize, mode match: the histogram of u8 and u16 becomes that of another image.
#pragma once

#include "tests/reference/normalize.hpp"

#include <cstdint>
#include <vector>

namespace sluice::reference {

struct MatchOptions {
    Grouping group = Grouping::channel;
    Counted counted{};  // which pixels of the image enter its histogram; every pixel is mapped
};

// `wanted`: of the pixel type, white and colours of `src`, or grey; of its layers, or one for all. All of its
// pixels count, by the same alpha rule.
//
// Decided here: v becomes numpy.interp(F(v), G(w), w), w the levels that occur in `wanted`, F(v) and G(w) the
// shares of pixels up to them, rounded half to even as rational numbers. luma as in equalize.hpp. Where
// either counts nothing the image stays as it is.
Normalized match(const ConstHostView& src, const ConstHostView& wanted, const MatchOptions& options = {});

// The result of each level, from counts of each; empty where either has none.
std::vector<std::uint16_t> matching_lut(const std::vector<std::uint64_t>& histogram,
                                        const std::vector<std::uint64_t>& wanted);

}  // namespace sluice::reference
