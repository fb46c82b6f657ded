// The chain that a fault is in, with a caret under the word.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sluice::apps {

// Puts below each line of `faults` that begins with a place in the chain ("chain:1:10: ...") the chain's line
// and a caret under that place:
//
//   load a.png | nomalize | save b.png
//                ^
//
// A line that is wider than `columns` is cut around the caret. Control characters and bytes that are not
// UTF-8 are shown as \xHH, a tab as a blank.
std::string with_excerpts(std::string_view faults, std::string_view chain, std::size_t columns);

}  // namespace sluice::apps
