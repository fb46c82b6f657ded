// Files of statistics of parts of a data set, merged into the one that a single run over all files writes.
#pragma once

#include "apps/json.hpp"
#include "apps/stats/collect.hpp"
#include "apps/stats/part.hpp"
#include "apps/stats/percentiles.hpp"

#include <set>
#include <string>
#include <vector>

namespace sluice::apps {

struct MergedParts {
    Json files = Json::array();  // in the order of their paths
    DataSet set;
    PartInfo part;
    std::set<std::string> devices;
    std::vector<MeasuredFile> measured;
};

// What the parts were measured with, so that their files can be read again.
StatsRequest request_of(const Caller& caller, const Json& options);

// The same for any order of the parts, and for parts that are merged themselves. Throws Error(input, path)
// for what is no part, and for parts that do not belong together: of other options, of another number of
// shards, with a file or a shard that another part has, or with shards missing. `partial`: shards may be
// missing; the result is a part again.
MergedParts merge_parts(const Caller& caller, const std::vector<std::string>& paths, bool partial);

Json devices_json(const std::set<std::string>& devices);

}  // namespace sluice::apps
