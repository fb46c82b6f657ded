// What `sluice stats` prints.
#pragma once

#include "apps/json.hpp"
#include "apps/stats/data_set.hpp"
#include "apps/stats/part.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sluice::apps {

struct Report {
    std::string device;
    std::vector<FileStatistics> files;
    std::optional<DataSet> dataset = {};
    std::optional<PartInfo> part = {};       // beside the data set
    std::vector<std::string> warnings = {};  // about the data set
};

std::string stats_json(const Report& report, const Wanted& wanted);
std::string stats_text(const Report& report, const Wanted& wanted);

// The same of files that are JSON already. `device`: a name, or a list of them. `set` and `part`: both or
// none.
std::string stats_json(const Json& device, Json files, const DataSet* set, const PartInfo* part,
                       const Wanted& wanted);

std::vector<QualityOfFile> qualities_in(const Json& files);
std::vector<QualityOfFile> qualities_in(const Report& report);

}  // namespace sluice::apps
