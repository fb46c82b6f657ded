// Reads the text headers of PNM, PFM and HDR.
#pragma once

#include "pipeline/files/bytes.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace sluice {

class TextReader {
public:
    explicit TextReader(Bytes bytes) : bytes_(bytes) {}

    std::size_t position() const { return at_; }
    bool at_end() const { return at_ == bytes_.size(); }
    char peek() const { return at_end() ? '\0' : static_cast<char>(bytes_[at_]); }
    char next();  // throws EndOfData

    // Steps over white space, and over comments from # to the end of the line.
    void skip_space();
    // The next run of characters that are neither white space nor #, after skip_space(). Throws EndOfData
    // when there is none, Error(input) when it is longer than any number or keyword.
    std::string word();
    // A word that is a decimal number below 2^63. `what` names it in the message.
    std::size_t number(std::string_view what);
    // Exactly one character of white space.
    void one_space();
    // The rest of the line, without its end. Throws EndOfData when it has none, Error(input) when
    // it is longer than 4096 characters.
    std::string line();

private:
    Bytes bytes_;
    std::size_t at_ = 0;
};

bool is_space(char c);  // in the C locale

}  // namespace sluice
