// normalize, mode equalize: histogram equalization of u8 and u16, bit for bit OpenCV's equalizeHist on u8.
#pragma once

#include "tests/reference/normalize.hpp"

#include <cstdint>
#include <vector>

namespace sluice::reference {

struct EqualizeOptions {
    Grouping group = Grouping::luma;
    Counted counted{};  // which pixels enter the histogram; every pixel is mapped
};

// Bins are the levels of the type (256 or 65536); L - 1 is the format's white. Other pixel types throw
// Error(usage). Exact: s = (float)(L-1) / (float)(N - hist[m]), lut[v] = rte((float)(cdf(v) - hist[m]) * s).
//
// Decided here:
// * luma: Y is rounded half to even (exactly, from 2126 R + 7152 G + 722 B), Y' = lut[Y], and Y' - Y is added
//   to R, G and B, clamped to [0, white].
// * Levels below the first counted one, which only pixels that are not counted can have, become 0.
// * A constant group stays as it is; so does an empty one, which is named.
Normalized equalize(const ConstHostView& src, const EqualizeOptions& options = {});

// How often each level of u8 or u16 occurs among the counted samples of a group; of luma as above.
std::vector<std::uint64_t> histogram_of(const ConstHostView& src, std::size_t layer,
                                        const ChannelGroup& group, const Counted& counted);

// The lookup table from counts of each level; empty when all counted values are the same.
std::vector<std::uint16_t> equalizing_lut(const std::vector<std::uint64_t>& histogram, double white);

}  // namespace sluice::reference
