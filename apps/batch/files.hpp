// What a batch works on, and where the results go.
#pragma once

#include "apps/batch/request.hpp"

#include <string>
#include <vector>

namespace sluice::apps {

// INPUT... and the paths of --files-from. Throws wrong_arguments where there are none.
std::vector<std::string> named_inputs(const BatchRequest& request);
// Throws wrong_arguments where it is missing.
std::string named_output(const BatchRequest& request);

}  // namespace sluice::apps
