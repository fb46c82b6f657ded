// The chains of `sluice-bench pipeline` with OpenCV on the CPU; only where the build found OpenCV.
#pragma once

#include "pipeline/core/host_image.hpp"

#include <memory>

namespace sluice::apps {

// Belongs to one thread. The image stays its owner's.
class OpencvPipeline {
public:
    static bool there();

    // REQUIRES: there(), RGBA8. `linear`: the chain through linear light, each step in 32-bit floats; else
    // the plain stretch.
    OpencvPipeline(const HostImage& src, bool linear);
    ~OpencvPipeline();

    void run();  // on OpenCV's own threads
    ConstHostView result() const;

private:
    struct Images;
    std::unique_ptr<Images> images_;
};

}  // namespace sluice::apps
