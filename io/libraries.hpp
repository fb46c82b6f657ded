// The libraries that pictures are read and written with.
#pragma once

#include <string>
#include <vector>

namespace sluice {

// "libpng 1.6.39": each with the version that is in use, or without one where it does not say. Any thread.
std::vector<std::string> picture_libraries();

}  // namespace sluice
