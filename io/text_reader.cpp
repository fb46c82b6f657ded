#include "io/text_reader.hpp"

#include <charconv>
#include <cstdint>
#include <limits>

namespace sluice {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

char TextReader::next() {
    if (at_end()) throw EndOfData();
    return static_cast<char>(bytes_[at_++]);
}

void TextReader::skip_space() {
    while (!at_end()) {
        if (peek() == '#')
            while (!at_end() && next() != '\n') continue;
        else if (is_space(peek()))
            ++at_;
        else
            return;
    }
}

std::string TextReader::word() {
    constexpr std::size_t longest = 64;
    skip_space();
    std::string word;
    while (!at_end() && !is_space(peek()) && peek() != '#') {
        word += next();
        if (word.size() > longest) throw_input("its header is broken: '" + word + "...'");
    }
    if (word.empty()) throw EndOfData();
    return word;
}

std::size_t TextReader::number(std::string_view what) {
    const std::string text = word();
    std::size_t value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc() || end != text.data() + text.size() ||
        value > static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max()))
        throw_input("its header is broken: its " + std::string(what) + " is '" + text + "'");
    return value;
}

void TextReader::one_space() {
    if (!is_space(next())) throw_input("its header is broken: white space is missing before the pixels");
}

std::string TextReader::line() {
    constexpr std::size_t longest = 4096;
    std::string line;
    for (char c = next(); c != '\n'; c = next()) {
        line += c;
        if (line.size() > longest) throw_input("its header is broken: a line is too long");
    }
    return line;
}

}  // namespace sluice
