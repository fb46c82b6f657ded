// Statistics of one image after another, counted on a device.
#pragma once

#include "apps/stats/by_format.hpp"
#include "apps/stats/channel.hpp"
#include "apps/stats/grouping.hpp"

#include <vector>

namespace sluice::apps {

// Belongs to one thread.
class Measurer {
public:
    Measurer(Device device, StorageChoice storage, Grouping grouping, Wanted wanted);

    // Count, min, max, sum, sum of squares, non-zero, NaN and infinities, and the distribution if any is
    // wanted; alpha is the last channel, with all its pixels, or left out of joint and luma.
    // Throws Error(device).
    std::vector<ChannelStatistics> measure(const ConstHostView& image);

    // Of the last image, if quality is wanted: the variance of the Laplacian of its brightness.
    double focus() const { return focus_; }

    const Device& device() const { return images_.device(); }

private:
    Grouping grouping_;
    Wanted wanted_;
    double focus_ = 0;
    ByFormat images_;
};

}  // namespace sluice::apps
