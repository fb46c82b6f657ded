// What a batch would do, without doing it: headers are read, plans are made.
#pragma once

#include "pipeline/batch/job.hpp"

namespace sluice {

struct Preview {
    BatchFile file;
    FileStatus status = FileStatus::done;  // what it would come to, as far as the header tells
    std::string error;                     // why it would fail or be skipped
    std::optional<ImageFormat> input, output;
    std::size_t device_bytes = 0;  // device memory of one frame
    std::size_t memory = 0;        // of the host that it needs at once; told where the job has a limit
    bool in_strips = false;
    std::size_t readings = 0;  // how often it is decoded by rows; 0: it is decoded whole
};

// One for each file of the job, in order. Touches no output.
std::vector<Preview> preview_batch(const Job& job, const DeviceFacts& device);

}  // namespace sluice
