// One file of a report as a row of its table.
#pragma once

#include "pipeline/batch/report.hpp"

#include <cstddef>
#include <string>

namespace sluice::apps {

// HTML; `index` counts the files in the order in which they were finished.
std::string report_row(const FileReport& report, std::size_t index);

}  // namespace sluice::apps
