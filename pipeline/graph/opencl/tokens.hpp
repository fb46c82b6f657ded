// The words and signs of an OpenCL C text, without comments, strings and preprocessor lines.
#pragma once

#include "pipeline/core/error.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

struct OpenclToken {
    std::string text;  // a name, a number, or one sign; "" for a string or character
    int line = 0;
    std::size_t begin = 0;  // where it begins in the text

    bool is_name() const;
};

struct OpenclTokens {
    std::vector<OpenclToken> tokens;
    std::vector<OpenclToken> macros;                   // the names behind #define
    std::vector<std::vector<OpenclToken>> directives;  // the words of each line that begins with '#'
    std::vector<std::string> includes;  // what stands in quotes behind #include; "" where nothing does
};

OpenclTokens opencl_tokens(std::string_view text, const std::string& file, Diagnostics& faults);

}  // namespace sluice
