// The words and signs of an OpenCL C text, without comments, strings and preprocessor lines.
#pragma once

#include "pipeline/core/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace sluice {

struct OpenclToken {
    std::string text;  // a name, a number, or one sign; "" for a string or character
    int line = 0;

    bool is_name() const;
};

struct OpenclTokens {
    std::vector<OpenclToken> tokens;
    std::vector<OpenclToken> macros;    // the names behind #define
    std::vector<std::string> includes;  // what stands in quotes behind #include; "" where nothing does
};

OpenclTokens opencl_tokens(std::string_view text, const std::string& file, Diagnostics& faults);

}  // namespace sluice
