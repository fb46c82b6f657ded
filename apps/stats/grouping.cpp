#include "apps/stats/grouping.hpp"

#include <cstdint>

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

void add_digits(Graph& graph, const std::string& id, const Grouping& grouping, const Part& part,
                std::size_t shift, std::size_t bits, const std::string& refine) {
    graph.add("digits",
              {{"group", grouping.group},
               {"alpha", part.alpha},
               {"shift", static_cast<std::int64_t>(shift)},
               {"bits", static_cast<std::int64_t>(bits)},
               {"observed", std::vector<std::string>{"histogram"}}},
              id, {"input"});
    if (!refine.empty()) graph.nodes.back().from.push_back({"refine", {refine, "", {}}});
}

}  // namespace sluice::apps
