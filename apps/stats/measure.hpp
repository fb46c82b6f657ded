// Statistics of one image after another, computed on a device.
#pragma once

#include "apps/stats/channel.hpp"
#include "apps/stats/decode_ahead.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/plan/options.hpp"
#include "pipeline/run/session.hpp"

#include <cstddef>
#include <list>
#include <string>
#include <utility>
#include <vector>

namespace sluice::apps {

// Belongs to one thread.
class Measurer {
public:
    Measurer(Device device, StorageChoice storage, Grouping grouping);

    // Count, min, max, sum, sum of squares, non-zero, NaN and infinities; alpha is the last channel, with all
    // its pixels, or left out of joint and luma.
    // Throws Error(device).
    std::vector<ChannelStatistics> measure(const ConstHostView& image);

    const Device& device() const { return device_; }

private:
    Session& session_for(const ImageFormat& format);

    Device device_;
    StorageChoice storage_;
    Grouping grouping_;
    // Images of a folder often have few sizes. The one used last stands first; the last one goes when
    // there are too many, since each holds device memory.
    std::list<std::pair<ImageFormat, Session>> sessions_;
};

}  // namespace sluice::apps
