// A batch whose images share ranges: all files are measured before the first one is processed.
#pragma once

#include "apps/batch/given_statistics.hpp"
#include "apps/batch/group_template.hpp"
#include "apps/batch/request.hpp"
#include "apps/stats/collect.hpp"
#include "apps/stats/percentiles.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/graph/registry.hpp"
#include "pipeline/sluice/batch.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace sluice::apps {

// Once it has measured: any thread.
class Series {
public:
    // `pipeline`: of the batch, with all that options change, and its node `normalize`. Throws Error(usage)
    // for a mode that no statistics can be given to.
    Series(const BatchRequest& request, Graph pipeline);

    // The pipeline as it was asked for.
    const Graph& asked() const { return pipeline_; }
    // The pipeline with the node that ranges are given to; which, values_for() says.
    const Graph& pipeline() const { return open_; }

    // What is measured of each file.
    const StatsRequest& statistics() const { return statistics_; }

    // Measures the files of the batch. False where the watcher stopped it. Throws Error.
    bool measure(const Batch& batch, const Registry& stages, const Device& device, const MemoryLimit& memory,
                 StatsWatcher& watcher);

    // The range of the group that a file is in, as parameters of the pipeline. Throws Error(input) for a file
    // that could not be measured, or whose group has no range in common.
    std::map<std::string, Value> values_for(const std::filesystem::path& input) const;

private:
    void give(const std::string& group, const DataSet& set);

    const BatchRequest& request_;
    Graph pipeline_, open_;
    CheckedGraph checked_;  // of pipeline_
    GroupTemplate groups_;
    StatsRequest statistics_;
    std::map<std::string, std::map<std::string, Value>> values_;  // by group
    std::map<std::string, Wording> faults_;                       // of groups
    std::map<std::string, std::string> failed_;                   // of files
};

}  // namespace sluice::apps
