#include "pipeline/plan/schedule/allowed_places.hpp"

#include "pipeline/plan/schedule/footprint.hpp"
#include "pipeline/plan/text.hpp"

#include <cstdint>
#include <cstring>
#include <vector>

namespace sluice {

PlannedTable allowed_places(const Primitives& graph, const Primitive& gather) {
    const Footprint footprint(graph, gather);
    const auto width = static_cast<std::int64_t>(gather.format->width),
               height = static_cast<std::int64_t>(gather.format->height);
    std::vector<std::int32_t> places;
    const auto add = [&](const Interval& allowed) {
        places.push_back(static_cast<std::int32_t>(allowed.first));
        places.push_back(static_cast<std::int32_t>(allowed.end));
    };
    add(footprint({{0, width}, {0, height}}).columns);
    for (std::int64_t y = 0; y < height; ++y) add(footprint({{0, width}, {y, y + 1}}).rows);
    PlannedTable table{cat(gather.id, " (places)"), {}, places.size() * sizeof(std::int32_t)};
    table.given.resize(table.bytes);
    std::memcpy(table.given.data(), places.data(), table.bytes);
    return table;
}

}  // namespace sluice
