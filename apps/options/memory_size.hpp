// Sizes of memory that are typed in two words.
#pragma once

#include "apps/command.hpp"

#include <string>
#include <vector>

namespace sluice::apps {

// Puts a unit that stands apart ("--limit-memory", "2", "GB") to its number, for options whose value is named
// SIZE. A word that names a file is no unit.
std::vector<std::string> with_sizes_in_one_word(const std::vector<std::string>& words,
                                                const po::options_description& options);

}  // namespace sluice::apps
