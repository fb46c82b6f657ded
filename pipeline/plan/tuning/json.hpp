// A DeviceTuning as a file has it.
#pragma once

#include "pipeline/plan/tuning/tuning.hpp"

#include <string>
#include <string_view>

namespace sluice {

// Of the files that are read. Raise it when what a number means changes: older files are no use then.
inline constexpr int tuning_version = 1;

std::string tuning_json(const DeviceTuning& tuning);
// Throws Error(input) without `where` for what is no DeviceTuning of this version, and says why.
DeviceTuning tuning_from_json(std::string_view text);

}  // namespace sluice
