// run_files() of files that are open.
#pragma once

#include "pipeline/core/image_file.hpp"
#include "pipeline/run/session.hpp"

namespace sluice {

// As the one of session.hpp. `files`: those that were opened to plan it; the others are opened.
RunResult run_files(Session& session, const std::stop_token& stop, ImageFiles files);

}  // namespace sluice
