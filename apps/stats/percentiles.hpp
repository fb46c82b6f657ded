// The percentiles of a data set that its counts do not give: of values with long keys.
#pragma once

#include "apps/stats/collect.hpp"
#include "apps/stats/data_set.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/graph/registry.hpp"

#include <functional>
#include <vector>

namespace sluice::apps {

// Exactly, by reading files once more for each further digit of 16 bits; or, if the request says so, from the
// first digit, with errors. `device` is asked for once files are read. False where the watcher stopped it.
// Throws Error(input, path) for a file that cannot be read any more, or has other values than before.
bool find_percentiles(DataSet& set, const std::vector<MeasuredFile>& files, const StatsRequest& request,
                      const Registry& stages, const std::function<Device()>& device, StatsWatcher& watcher);

}  // namespace sluice::apps
