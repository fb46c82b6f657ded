// The paths of stdin and stdout. "-.png" is stdout too: what is written there is a PNG.
#pragma once

#include <string_view>

namespace sluice {

inline bool is_stdin(std::string_view path) { return path == "-" || path == "/dev/stdin"; }
inline bool is_stdout(std::string_view path) {
    const bool named = path.starts_with("-.") && path.find('/') == std::string_view::npos;
    return path == "-" || path == "/dev/stdout" || named;
}

}  // namespace sluice
