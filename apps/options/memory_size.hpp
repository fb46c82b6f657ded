// Sizes of memory as options name them.
#pragma once

#include "apps/command.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sluice::apps {

// "512K", "1.5M", "2G", "2 GB", "2GiB", "1e9": units are powers of 1024 in upper or lower case. Throws
// wrong_arguments for anything else, for nothing, and for a number without a unit that is too small to be
// meant.
std::size_t memory_size(const std::string& option, const Arguments& arguments);

// Puts a unit that stands apart ("--limit-memory", "2", "GB") to its number, for options whose value is named
// SIZE. A word that names a file is no unit.
std::vector<std::string> with_sizes_in_one_word(const std::vector<std::string>& words,
                                                const po::options_description& options);

}  // namespace sluice::apps
