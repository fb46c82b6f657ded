// Options whose value is one of a few words.
#pragma once

#include "apps/command.hpp"
#include "pipeline/core/enum_names.hpp"

#include <string>
#include <vector>

namespace sluice::apps {

// The value of an option. Throws Error(usage) when it is none of `words`, with the nearest of them.
const std::string& one_of(const Arguments& arguments, const std::string& option,
                          const std::vector<std::string>& words);

template <Named E>
E one_of(const Arguments& arguments, const std::string& option) {
    return from_name<E>(one_of(arguments, option, {names_of<E>.begin(), names_of<E>.end()})).value();
}

}  // namespace sluice::apps
