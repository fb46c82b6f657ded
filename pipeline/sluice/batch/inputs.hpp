// What a batch works on, and where the results go: from what was asked for to files.
#pragma once

#include "pipeline/batch/batch_files.hpp"
#include "pipeline/batch/file_pipeline.hpp"
#include "pipeline/batch/shard.hpp"
#include "pipeline/sluice/batch.hpp"

#include <string>
#include <vector>

namespace sluice {

struct FilesOfBatch {
    BatchFiles files = {};       // of all shards, without sizes
    std::vector<bool> own = {};  // whether each is of the shard; unused if that is all

    BatchFiles of_shard() const;
};
// Finds the inputs of all shards and gives each an output for each of the pipeline's Sinks. Throws
// Error(usage, "batch") when outputs collide or what was asked for does not fit together; what is wrong with
// single files is in their BatchFile::fault.
FilesOfBatch batch_files(std::vector<std::string> inputs, const std::string& output,
                         const BatchOptions& options, const Shard& shard, const std::vector<FileSink>& sinks);

// Fills in BatchFile::bytes.
void note_sizes(BatchFiles& files);

}  // namespace sluice
