// Minimum, maximum and sum of each channel in plain C++, a cache line's worth of lanes at a time.
#pragma once

#include "pipeline/core/format.hpp"

#include <cstddef>

namespace sluice::apps {

struct LoopRange {
    double low[4], high[4], sum[4];  // by channel; of 1 or 4 channels
};

// Whether there is a loop for this type.
bool has_reduce_loop(Pixel pixel, int channels);
// `samples` values, a multiple of the channels. REQUIRES: has_reduce_loop().
LoopRange reduce_loop(Pixel pixel, int channels, const void* src, std::size_t samples);

}  // namespace sluice::apps
