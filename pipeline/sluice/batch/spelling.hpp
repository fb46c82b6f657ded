// How messages call the options of a batch.
#pragma once

#include <functional>
#include <string>

namespace sluice {

// From the name that BatchOptions has: "name" in a program, "--name" on the command line.
using Spelling = std::function<std::string(const std::string& option)>;

inline std::string as_in_programs(const std::string& option) { return option; }

}  // namespace sluice
