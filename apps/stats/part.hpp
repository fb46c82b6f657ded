// What a file of statistics holds of its data set beside what it shows, so that such files can be merged.
#pragma once

#include "apps/json.hpp"
#include "apps/stats/data_set.hpp"

#include <cstddef>
#include <optional>
#include <set>

namespace sluice::apps {

// Which parts of how many.
struct Shards {
    std::size_t of = 1;
    std::set<std::size_t> indices;  // from 0

    bool complete() const { return indices.size() == of; }
};

struct PartInfo {
    Json options;                  // what the numbers depend on, by the names of options
    std::optional<Shards> shards;  // nothing: of all files that there were
};

// A short text for the options.
std::string fingerprint(const Json& options);

Json part_json(const PartInfo& part, const DataSet& set);

// From the JSON of a file of statistics. Throws Error(input) for one that cannot be merged by this version,
// and Json::exception for what no such file is.
PartInfo part_of(const Json& file);
DataSet data_set_of(const Json& file, const Wanted& wanted);

}  // namespace sluice::apps
