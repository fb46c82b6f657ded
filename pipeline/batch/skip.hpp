// Outputs that are there already.
#pragma once

#include "pipeline/batch/batch_file.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/overwrite_choice.hpp"

#include <filesystem>
#include <string>

namespace sluice {

struct Job;

// Why there is nothing to do for a file: "was processed in an earlier run", "'out/a.png' exists"; or "". A
// file is to be done if one of its outputs is. Throws Error(input) for an output that must not be replaced.
struct Skip {
    std::string why;
    bool recorded = false;                    // by the record of the job
    Overwrite overwrite = Overwrite::always;  // for a file that is to be done: what its output may replace
};
Skip reason_to_skip(const Job& job, const BatchFile& file);

// What is said of an output that must not be replaced, and of one that is kept for a reason: "exists".
Error output_exists(const BatchFile& file, const std::filesystem::path& output);
std::string kept(const std::filesystem::path& output, const std::string& why);

}  // namespace sluice
