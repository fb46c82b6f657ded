// The words of a chain: `load "a b.jpg" | gamma exponent=2 ; ...` cut up as a shell would.
#pragma once

#include "pipeline/core/error.hpp"

#include <string>
#include <vector>

namespace sluice {

struct ChainWord {
    enum class Type { word, bar, semicolon };

    Type type = Type::word;
    std::string text;  // without its quotes
    // Where the first '=' outside of quotes is; npos when there is none.
    std::size_t equals = std::string::npos;
    Place place;  // columns count characters, not bytes

    bool is_pair() const { return equals != std::string::npos; }
    std::string key() const { return text.substr(0, equals); }
    std::string value() const { return text.substr(equals + 1); }
    bool has_value = false;  // something, perhaps '', stands behind the '='
};

// Single quotes keep everything; in double quotes a backslash stands before '"' and '\'; outside it
// stands before any character. '|' and ';' in quotes are text, and blanks in a colour such as rgb(50% 0% 0%).
std::vector<ChainWord> chain_words(const std::string& chain, Diagnostics& faults);

}  // namespace sluice
