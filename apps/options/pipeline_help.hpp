// What a pipeline file says of itself: its variables, and the files that it reads and writes.
#pragma once

#include <cstddef>
#include <string>

namespace sluice::apps {

// The file need not be without faults: what cannot be found out for them is left out. Throws Error(usage) if
// its variables cannot be read.
std::string pipeline_help(const std::string& file, std::size_t columns);

}  // namespace sluice::apps
