// cv::normalize of 8-bit pixels, from the lowest to the highest value of all channels; only where the build
// found OpenCV.
#pragma once

#include "pipeline/core/host_image.hpp"

#include <memory>

namespace sluice::apps {

// Belongs to one thread. The pixels stay their owner's.
class OpencvNormalize {
public:
    static bool there();
    static int threads();  // that OpenCV may use

    // REQUIRES: there(), u8.
    explicit OpencvNormalize(const ConstHostView& src);
    ~OpencvNormalize();

    void run();
    ConstHostView result() const;  // laid as the source

private:
    struct Images;
    std::unique_ptr<Images> images_;
};

}  // namespace sluice::apps
