// The stages that come with sluice: one for each file of stages/ and its rooms, found by the build.
#pragma once

#include "pipeline/graph/stage.hpp"

#include <vector>

namespace sluice {

// In the order of their paths. Makes the declarations anew at each call; any thread.
std::vector<StageDef> stage_table();

}  // namespace sluice
