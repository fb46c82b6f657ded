// Statistics of one image after another, computed on a device.
#pragma once

#include "pipeline/core/table.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/run/session.hpp"

#include <cstddef>
#include <list>
#include <string>
#include <utility>

namespace sluice::apps {

// Belongs to one thread.
class Measurer {
public:
    // `group`: channel, joint or luma, as stage reduce takes it.
    Measurer(Device device, StorageChoice storage, std::string group);

    // Count, min, max, sum, sum of squares, non-zero, NaN and infinities; alpha is the last channel, or left
    // out of joint and luma.
    // Throws Error(device).
    Table measure(const ConstHostView& image);

    const Device& device() const { return device_; }

private:
    Session& session_for(const ImageFormat& format);

    Device device_;
    StorageChoice storage_;
    std::string group_;
    // Images of a folder often have few sizes. The one used last stands first; the last one goes when
    // there are too many, since each holds device memory.
    std::list<std::pair<ImageFormat, Session>> sessions_;
};

}  // namespace sluice::apps
