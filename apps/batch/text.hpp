// Words of the batch command.
#pragma once

#include "pipeline/batch/report.hpp"

#include <string>

namespace sluice::apps {

// "8 done (2 unchanged, copied), 1 failed, 2 skipped in 1.3 s on NAME, NAME, 25.3 MP/s"
std::string summary_line(const Summary& summary);

// " -> out/a-400.webp, out/a-800.webp"
std::string arrow_to_outputs(const BatchFile& file);

// ", read 4 times smaller", or "".
std::string read_smaller(const FileReport& report);

// Why files were left: "interrupted" by the user, or "stopped" after a failure.
std::string what_left_files(const Summary& summary);

}  // namespace sluice::apps
