// A function that takes SRC has the parameters of the planner's kernel beside its own. Here the names of a
// text become others than those.
#pragma once

#include <set>
#include <string>

namespace sluice {

// What own_names() appends.
inline constexpr const char* own_name_end = "__";

// The text, its arguments and variables with `own_name_end`, but for those in `kept`; and where it calls its
// own functions with SRC, SRC handed on. Lines keep their numbers. REQUIRES: a text without faults.
std::string own_names(const std::string& text, const std::string& file, const std::set<std::string>& kept);

}  // namespace sluice
