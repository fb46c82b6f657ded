// What a batch works on, and where the results go: from what was asked for to files.
#pragma once

#include "pipeline/batch/batch_file.hpp"
#include "pipeline/batch/shard.hpp"
#include "pipeline/sluice/batch.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sluice {

struct FilesOfBatch {
    std::vector<BatchFile> files;  // of all shards, without sizes; those of the own one come first
    std::size_t own = 0;
};
// Finds the inputs of all shards and gives each its output. Throws Error(usage, "batch") when outputs collide
// or what was asked for does not fit together; what is wrong with single files is in their BatchFile::fault.
FilesOfBatch batch_files(std::vector<std::string> inputs, const std::string& output,
                         const BatchOptions& options, const Shard& shard = {});

// Fills in BatchFile::bytes.
void note_sizes(std::vector<BatchFile>& files);

}  // namespace sluice
