// The results of climbing as text, JSON and figures.
#pragma once

#include "apps/bench/chart.hpp"
#include "apps/bench/ladder/climb.hpp"
#include "apps/json.hpp"

#include <string>
#include <vector>

namespace sluice::apps {

// A table of the largest size, and one of the speed-up over all sizes.
std::string text(const Ladder& ladder, const std::vector<Rung>& rungs);
Json json_of(const Rung& rung);
// What the papers found, for those who read JSON.
Json published_json();

// Of the largest size, next to the published figures: shares of what the device's memory can do.
Chart chart(const Ladder& ladder, const std::vector<Rung>& rungs);
// The fastest step of each ladder over all sizes.
Chart speed_up_chart(const std::vector<Rung>& rungs);

}  // namespace sluice::apps
