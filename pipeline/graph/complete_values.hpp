// The parameters of a stage that another stage adds.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/graph/stage.hpp"

#include <string>

namespace sluice {

// All parameters: the given ones, checked as those of a pipeline are, and the defaults of the others. Throws
// Error(usage), with `id` and `place`.
Values complete_values(const StageDef& stage, const Values& given, const std::string& id, const Place& place);

}  // namespace sluice
