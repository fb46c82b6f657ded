#include "pipeline/graph/yaml/text.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/graph/limits.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace sluice {
namespace {

// The 16 bits of an escape such as \ud83d at `at`.
std::optional<unsigned> escaped_unit(std::string_view text, std::size_t at) {
    if (at + 6 > text.size() || text[at] != '\\' || text[at + 1] != 'u') return std::nullopt;
    unsigned value = 0;
    const char* end = text.data() + at + 6;
    const auto read = std::from_chars(text.data() + at + 2, end, value, 16);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
    return value;
}

std::string utf8(unsigned code) {  // of 10000 to 10FFFF
    const auto byte = [](unsigned bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
    return {byte(0xF0u | code >> 18), byte(0x80u | (code >> 12 & 0x3Fu)), byte(0x80u | (code >> 6 & 0x3Fu)),
            byte(0x80u | (code & 0x3Fu))};
}

}  // namespace

YamlText::YamlText(const std::string& content, std::string file, Diagnostics& faults)
    : file_(std::move(file)) {
    if (content.size() > max_pipeline_bytes) {
        faults.error({file_, 0, 0}, "",
                     "a file of " + std::to_string(content.size()) + " bytes is too large for a pipeline");
        readable_ = false;
        return;
    }
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    content_ = content.substr(content.compare(0, mark.size(), mark) == 0 ? mark.size() : 0);
    const std::size_t first = content_.find_first_not_of(" \t\r\n");
    if (first != std::string::npos && content_[first] == '{') join_surrogates();
    lines_.push_back(0);
    for (std::size_t i = 0; i < content_.size(); ++i)
        if (content_[i] == '\n') lines_.push_back(i + 1);
    check_characters(faults);
}

void YamlText::check_characters(Diagnostics& faults) {
    const std::string_view text = content_;
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) {
        faults.error({file_, 0, 0}, "", "the file is in UTF-16; save it as UTF-8");
        readable_ = false;
        return;
    }
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8_character(text.substr(i));
        const auto c = static_cast<unsigned char>(text[i]);
        const bool control = (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
        if (length == 0 || control) {
            const auto line = std::upper_bound(lines_.begin(), lines_.end(), i) - lines_.begin() - 1;
            const auto column = i - lines_[static_cast<std::size_t>(line)];
            faults.error(place(static_cast<int>(line), static_cast<int>(column)), "",
                         "this is not UTF-8 text: there is a byte " + in_quotes(text.substr(i, 1)));
            readable_ = false;
            return;
        }
        i += length;
    }
}

void YamlText::join_surrogates() {
    std::string result;
    for (std::size_t i = 0; i < content_.size();) {
        if (content_[i] != '\\') {
            result += content_[i++];
            continue;
        }
        const auto high = escaped_unit(content_, i);
        const auto low = escaped_unit(content_, i + 6);
        if (high && low && *high >= 0xD800 && *high < 0xDC00 && *low >= 0xDC00 && *low < 0xE000) {
            result += utf8(0x10000u + ((*high - 0xD800u) << 10) + (*low - 0xDC00u));
            i += 12;
        } else {
            result += content_.substr(i, 2);  // so that the second of two backslashes begins nothing
            i += 2;
        }
    }
    content_ = std::move(result);
}

std::string_view YamlText::line(int line) const {
    const std::size_t begin = lines_[static_cast<std::size_t>(line - 1)];
    return std::string_view(content_).substr(begin, content_.find('\n', begin) - begin);
}

Place YamlText::place(int line, int column) const {
    const auto index = static_cast<std::size_t>(std::max(line, 0));
    const auto bytes = static_cast<std::size_t>(std::max(column, 0));
    std::size_t characters = bytes;
    if (index < lines_.size()) {
        const std::string_view rest = std::string_view(content_).substr(lines_[index], bytes);
        characters -= static_cast<std::size_t>(std::count_if(rest.begin(), rest.end(), [](char c) {
            return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u;
        }));
    }
    return {file_, static_cast<int>(index) + 1, static_cast<int>(characters) + 1};
}

}  // namespace sluice
