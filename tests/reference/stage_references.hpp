// The references that there are: one for each file of tests/reference/stages/, found by the build.
#pragma once

#include "tests/reference/stage.hpp"

#include <map>
#include <string>

namespace sluice::reference {

// By the name of the stage. Makes them anew at each call.
std::map<std::string, StageReference> stage_references();

}  // namespace sluice::reference
