// What OpenCV needs for a minimum, a maximum and sums of the same image; only where the build found OpenCV.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/core/host_image.hpp"

#include <memory>
#include <optional>

namespace sluice::apps {

// minMaxLoc over all channels together, and sum. Belongs to one thread. The image stays its owner's.
class OpencvReduce {
public:
    // Whether there is OpenCV and its functions take this type.
    static bool can(const ImageFormat& format);

    // REQUIRES: can() of its format. The first in a process says which kind of device OpenCV's OpenCL uses.
    OpencvReduce(const HostImage& src, DeviceFacts::Type type);
    ~OpencvReduce();

    double cpu_ms();  // of a Mat, on OpenCV's own threads
    std::optional<double>
    opencl_ms();  // of a UMat that is on the device already; what is found comes to the host

private:
    struct Images;
    std::unique_ptr<Images> images_;
};

}  // namespace sluice::apps
