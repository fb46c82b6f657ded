// Sizes of memory as options name them.
#pragma once

#include "apps/command.hpp"

#include <cstddef>
#include <string>

namespace sluice::apps {

// "4096", "512K", "1.5M", "2G" (powers of 1024, a B or iB may follow). Throws wrong_arguments for anything
// else, and for nothing.
std::size_t memory_size(const std::string& option, const Arguments& arguments);

}  // namespace sluice::apps
