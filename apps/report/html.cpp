#include "apps/report/html.hpp"

#include "pipeline/core/printable.hpp"

#include <algorithm>

namespace sluice::apps {

std::string html(std::string_view text) {
    std::string safe;
    while (!text.empty()) {
        const std::size_t length = std::max<std::size_t>(printable_character(text), 1);
        const std::string_view character = text.substr(0, length);
        if (character == "&")
            safe += "&amp;";
        else if (character == "<")
            safe += "&lt;";
        else if (character == ">")
            safe += "&gt;";
        else if (character == "\"")
            safe += "&quot;";
        else
            safe += printable_text(character, "\n");
        text.remove_prefix(length);
    }
    return safe;
}

std::string html_breakable(const std::filesystem::path& path) {
    const std::string name = printable(path);
    const std::size_t extension = name.rfind('.');
    std::string text;
    for (std::size_t start = 0; start < name.size();) {
        std::size_t end = name.find_first_of("/_-.", start);
        if (end == extension && end != std::string::npos) end = name.find_first_of("/_-.", end + 1);
        end = std::min(end, name.size() - 1) + 1;
        text += html(std::string_view(name).substr(start, end - start)) + (end < name.size() ? "<wbr/>" : "");
        start = end;
    }
    return text;
}

std::string html_name(const std::filesystem::path& path) { return html(printable(path)); }

}  // namespace sluice::apps
