// The stretch in C++ on all cores, and the copy that limits it.
#pragma once

#include "pipeline/core/host_image.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sluice::apps {

struct HostStretch {
    struct Loop {
        std::string name;
        double ms;  // range and stretch of the whole image
    };
    std::size_t cores = 1;
    std::vector<Loop> loops;
    double copy_ms = 0;  // memcpy of the image
    HostImage result;

    const Loop& best() const;  // the fastest
};

// Medians of `runs` runs. Throws Error(device) when two loops disagree, which would be a mistake in one.
HostStretch stretch_on_host(const HostImage& image, std::size_t runs);

}  // namespace sluice::apps
