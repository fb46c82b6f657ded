// Whether a table of levels takes the place of Points.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/core/format.hpp"

#include <string>

namespace sluice {

// Whether a chain of Points from an 8- or 16-bit image becomes a lookup, and why not.
struct LookupNeeds {
    ImageFormat src, dst;
    bool transcendental = false;  // one of the Points is
    bool loops = false;           // one of them does
    bool words = false;           // src lies in memory, and dst is only stored
};
struct LookupChoice {
    bool look_up;
    std::string reason;
};
LookupChoice place_lookup(const LookupNeeds& needs, const DeviceFacts& device);

}  // namespace sluice
