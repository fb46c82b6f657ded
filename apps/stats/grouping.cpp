#include "apps/stats/grouping.hpp"

namespace sluice::apps {

std::vector<Part> parts_of(const ImageFormat& format, const Grouping& grouping) {
    const bool channels = grouping.group == "channel";
    std::vector<Part> parts{{"colours",
                             !grouping.hidden ? "visible"
                             : channels       ? "report"
                                              : "exclude",
                             false}};
    if (format.has_alpha() && channels && !grouping.hidden) parts.push_back({"alpha", "report", true});
    return parts;
}

}  // namespace sluice::apps
