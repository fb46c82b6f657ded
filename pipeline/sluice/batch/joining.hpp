// Results that become rows of files, BatchOptions::shard_size to a file.
#pragma once

#include "pipeline/batch/job.hpp"
#include "pipeline/batch/report.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/sluice/batch/packing.hpp"

#include <optional>
#include <string>

namespace sluice {

// The extension of the format whose files hold many images: what results are joined into if nobody asks for a
// format. Throws Error(usage, "batch") for an extension ("" = none is asked for) of another format.
std::string joined_extension(const std::string& asked);

// The folders below `output` that become files.
ResultFolders joined_folders(const BatchFiles& files, const std::string& output);

// What is in the output folder is of this batch: else rows would be there twice, or not at all. `own`: the
// folders of this run's files; `all`: those of all runs that share the batch. Throws Error(usage).
void check_joined(const BatchFiles& files, const ResultFolders& own, const ResultFolders& all,
                  const std::string& output);

// Makes a file of the results of a folder, and its index. `job` must outlive it.
Packing packing_of_joined(const Job& job);

// Sees that all results have one size and type. One call at a time.
class EqualResults {
public:
    // Throws Error(input, the file) if a result differs from the first one.
    void expect(const FileReport& report);

private:
    std::optional<ImageFormat> first_;
    std::string of_;  // the input of the first one
};

}  // namespace sluice
