// Statistics of many files as the options say it, for the command and for others who ask for them.
#pragma once

#include "apps/command.hpp"
#include "apps/json.hpp"
#include "apps/stats/decode_ahead.hpp"
#include "apps/stats/grouping.hpp"
#include "apps/stats/report.hpp"
#include "io/folder.hpp"
#include "pipeline/batch/shard.hpp"
#include "pipeline/core/declared.hpp"
#include "pipeline/device/device.hpp"
#include "pipeline/plan/options.hpp"
#include "pipeline/run/host_memory.hpp"
#include "pipeline/sluice/batch.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sluice::apps {

// What the command and Python have beside options of a batch and those of `load`.
struct StatsExtras {
    bool dataset = false, approximate = false, outliers = false;
    std::string group = "channel", alpha = "visible";
    std::vector<double> percentiles;
    std::size_t histogram = 0;  // bins; 0 = none
    bool isolate = false;
    std::string device;
};
const Declared<StatsExtras>& stats_extras();
const Declared<BatchOptions>& stats_options();  // those of a batch that statistics have, too

struct StatsRequest {
    Grouping grouping;
    Wanted wanted;
    Values reading;  // parameters of `load`
    StorageChoice storage = StorageChoice::automatic;
    bool dataset = false;
    Spelling spelling = on_command_line;  // of options in what is said of files
    Json options = {};                    // those that the numbers depend on
    bool approximate = false;             // percentiles of the data set, where that saves reading it again
    Shard shard = {};
    MemoryLimit memory = {};
};
// `load`: what parameters of it were given, as it was written. Throws Error(usage).
StatsRequest stats_request(const Caller& caller, const StatsExtras& extras, const BatchOptions& options,
                           const Values& load);
// The files of the shard.
Listing stats_inputs(const Caller& caller, const std::vector<std::string>& paths, bool recursive,
                     const Shard& shard);

// Hears of each file on the thread that collects.
class StatsWatcher {
public:
    virtual ~StatsWatcher() = default;
    virtual void finished(const FileStatistics& file, const std::vector<std::string>& warnings) = 0;
    virtual bool stops() = 0;  // asked before each file
    // All files are measured, and so many are read once more: for exact percentiles of all together.
    virtual void reads_again(std::size_t /*files*/) {}
    virtual void read_again(const std::string& /*path*/) {}
};

// What find_percentiles() has to know of a file.
struct MeasuredFile {
    std::string path;
    std::vector<std::string> channels;
};
MeasuredFile measured_file(const FileStatistics& file);

// Measures files that the `load` of `stages` reads, one after the other. `take` gets each with its counts, or
// with its error. False where the watcher stopped it. Throws what the watcher throws.
bool measure_files(const std::vector<std::string>& paths, const StatsRequest& request, const Registry& stages,
                   const Device& device, StatsWatcher& watcher,
                   const std::function<void(FileStatistics)>& take);

// The same as a report, in the order of the paths. Nothing where the watcher stopped it.
std::optional<Report> collect_statistics(const Listing& listing, const StatsRequest& request,
                                         const Registry& stages, const Device& device, StatsWatcher& watcher);

}  // namespace sluice::apps
