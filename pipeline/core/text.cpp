#include "pipeline/core/text.hpp"

#include <array>
#include <cstdio>

namespace sluice {

std::string lower_case(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
    std::string text;
    for (const std::string& word : words) {
        if (!text.empty()) text += between;
        text += word;
    }
    return text;
}

std::vector<std::string> split(std::string_view text, char at) {
    std::vector<std::string> words;
    if (text.empty()) return words;
    for (std::size_t end = text.find(at); end != std::string_view::npos; end = text.find(at)) {
        words.emplace_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    words.emplace_back(text);
    return words;
}

std::string byte_count(std::uintmax_t bytes) {
    if (bytes < 1024) return std::to_string(bytes) + " B";
    constexpr std::array units{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double value = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    for (; value >= 1024 && unit + 1 < units.size(); ++unit) value /= 1024;
    char text[32];
    std::snprintf(text, sizeof text, "%.1f %s", value, units[unit]);
    return text;
}

}  // namespace sluice
