// What `sluice merge` does, for the command and for Python.
#pragma once

#include "apps/command.hpp"
#include "pipeline/batch/merge.hpp"
#include "pipeline/batch/report.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace sluice::apps {

struct MergeRequest {
    std::vector<std::string> words;     // manifests, and folders of them
    std::string output = {};            // the joined manifest; - is stdout, "" none
    std::filesystem::path report = {};  // the page; "" none
};

struct Merged {
    MergedManifests manifests;
    std::size_t read;                   // how many manifests
    std::vector<std::string> warnings;  // of lines that are left out
};

// Joins the manifests and writes what is asked for. Throws Error, as MergedManifests does: then nothing was
// written.
Merged merge(const Caller& caller, const MergeRequest& request);

// Of all files, with the failures. `seconds`: of all files, one after another.
Summary summary_of(const MergedManifests& merged);

}  // namespace sluice::apps
