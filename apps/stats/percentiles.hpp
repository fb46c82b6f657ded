// The percentiles of a data set that its counts do not give: of values with long keys.
#pragma once

#include "apps/stats/collect.hpp"
#include "apps/stats/data_set.hpp"
#include "apps/stats/digit_search.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/graph/registry.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sluice::apps {

// By the name of the channel.
using WantedDigits = std::map<std::string, Prefixes>;
using DigitCounts = std::map<std::string, std::vector<std::uint64_t>>;  // 65536 for each prefix
// Counts digit `digit` (from 1) of all values of the data set. Nothing where it was stopped.
using CountDigit = std::function<std::optional<DigitCounts>(const WantedDigits& wanted, std::size_t digit)>;

// Exactly, by counting one more digit after the other. False where that was stopped. Throws Error(input) if
// the counts are not those of the values that were counted before.
bool find_percentiles(DataSet& set, const StatsRequest& request, const CountDigit& count);

// The counts of these files. `unreadable` hears of files that cannot be read.
std::optional<DigitCounts> count_digit(
    const std::vector<std::string>& paths, const WantedDigits& wanted, std::size_t digit,
    const StatsRequest& request, const Registry& stages, const Device& device, StatsWatcher& watcher,
    const std::function<void(const std::string& path, const Wording& why)>& unreadable);

// Exactly, by reading files once more for each further digit of 16 bits; or, if the request says so, from the
// first digit, with errors. `device` is asked for once files are read. False where the watcher stopped it.
// Throws Error(input, path) for a file that cannot be read any more, or has other values than before.
bool find_percentiles(DataSet& set, const std::vector<MeasuredFile>& files, const StatsRequest& request,
                      const Registry& stages, const std::function<Device()>& device, StatsWatcher& watcher);

}  // namespace sluice::apps
