#include "apps/terminal/wrap.hpp"

#include <algorithm>
#include <utility>

namespace sluice::apps {
namespace {

// Of UTF-8, as terminals count most of it.
std::size_t columns_of(std::string_view word) {
    return static_cast<std::size_t>(
        std::count_if(word.begin(), word.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

class WrappedLines {
public:
    WrappedLines(std::size_t columns, std::size_t indent)
        : columns_(columns), indent_(indent), column_(indent) {}

    void word(std::string_view word) {
        if (!fresh_ && column_ + 1 + columns_of(word) > columns_) begin(item_ ? 4 : 0);
        if (!fresh_) text_ += ' ', ++column_;
        text_ += word;
        column_ += columns_of(word);
        fresh_ = false;
    }
    void paragraph() {
        text_ += "\n";
        begin(0);
        item_ = false;
    }
    void item() {
        if (!text_.empty() && !fresh_) begin(0);
        text_ += "  ";
        column_ += 2;
        item_ = true;
    }
    std::string take() { return std::move(text_); }

private:
    void begin(std::size_t more) {
        text_ += "\n" + std::string(indent_ + more, ' ');
        column_ = indent_ + more;
        fresh_ = true;
    }

    const std::size_t columns_, indent_;
    std::size_t column_;
    std::string text_;
    bool fresh_ = true, item_ = false;
};

}  // namespace

std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent) {
    WrappedLines lines(columns, indent);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty()) lines.paragraph();
        if (line.starts_with("  ")) lines.item();
        while (!line.empty()) {
            const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
            line.remove_prefix(start);
            const std::size_t length = std::min(line.find(' '), line.size());
            if (length > 0) lines.word(line.substr(0, length));
            line.remove_prefix(length);
        }
    }
    return lines.take();
}

}  // namespace sluice::apps
