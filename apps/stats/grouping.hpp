// Which values are counted together.
#pragma once

#include "pipeline/core/format.hpp"

#include <string>
#include <vector>

namespace sluice::apps {

struct Grouping {
    std::string group = "channel";  // or joint, luma
    bool hidden = false;            // colours of pixels whose alpha is 0 too
};

// What one Reduce counts.
struct Part {
    std::string id, alpha;  // the rule for alpha
    bool last_only;         // of its channels
};

// Alpha is counted where it is 0 too, beside colours that are not: two Reduces in one pass.
std::vector<Part> parts_of(const ImageFormat& format, const Grouping& grouping);

}  // namespace sluice::apps
