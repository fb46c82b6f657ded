// A line as a user types it, in a shell.
#pragma once

#include "tests/apps/program.hpp"

#include <filesystem>
#include <string>

// Runs `line` with sh in `folder`, where `sluice` is the program of this build; stdin is empty.
Outcome shell(const std::string& line, const std::filesystem::path& folder);
