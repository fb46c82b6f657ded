// What a line of a manifest says about a file, for reports of earlier runs.
#pragma once

#include "pipeline/batch/report.hpp"

#include <string_view>

namespace sluice {

// Of a line that is_file() (manifest_line.hpp), without newline. There are no previews; a Table has the
// fields that the line has, as integers of 128 bits or doubles. What is missing or of another type is left
// out.
FileReport report_from_line(std::string_view line);

}  // namespace sluice
