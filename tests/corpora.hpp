// The pictures beside the project, ../shared/corpora: real ones, broken ones, hostile ones.
#pragma once

#include "tests/places.hpp"
#include "tests/skip.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

// Every file below a folder of the corpora in order of its path; nothing where there are no corpora.
inline std::vector<std::filesystem::path> corpus_files(const std::string& folder = "") {
    std::vector<std::filesystem::path> files;
    const std::filesystem::path top = std::filesystem::path(SLUICE_TEST_CORPORA) / folder;
    if (!std::filesystem::is_directory(top)) return files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(top))
        if (entry.is_regular_file() && entry.path().extension() != ".md") files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

// Whether a test case has to return since there are no corpora.
inline bool no_corpora() {
    if (std::filesystem::is_directory(SLUICE_TEST_CORPORA)) return false;
    report_skip("there is no folder " SLUICE_TEST_CORPORA);
    return true;
}
