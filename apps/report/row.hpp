// One file of a report as a row of its table.
#pragma once

#include "pipeline/batch/report.hpp"

#include <cstddef>
#include <filesystem>
#include <string>

namespace sluice::apps {

// HTML; `index` counts the files in the order in which they were finished. Links go from a page in `folder`.
std::string report_row(const FileReport& report, std::size_t index, const std::filesystem::path& folder);

}  // namespace sluice::apps
