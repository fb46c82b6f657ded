// The options of a command as keywords of Python, for type checkers and editors.
#pragma once

#include "apps/command.hpp"

#include <array>
#include <string>

namespace sluice::python {

// Options that no function of Python takes.
inline const std::array<std::string, 5> for_command_lines = {"help", "verbose", "quiet", "dry-run", "json"};

// A TypedDict of that name. Its text begins with an empty line.
std::string options_stub(const std::string& name, const apps::Command& command);

}  // namespace sluice::python
