// The paths of stdin and stdout.
#pragma once

#include <string_view>

namespace sluice {

inline bool is_stdin(std::string_view path) { return path == "-" || path == "/dev/stdin"; }
inline bool is_stdout(std::string_view path) { return path == "-" || path == "/dev/stdout"; }

}  // namespace sluice
