// What makes the declaration of a stage complete.
#pragma once

#include "pipeline/graph/stage.hpp"

#include <string>
#include <vector>

namespace sluice {

// Everything that is wrong with a declaration, in words for its author; empty when it is complete.
std::vector<std::string> declaration_faults(const StageDef& stage);

}  // namespace sluice
