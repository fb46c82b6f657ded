#include "tests/apps/xml.hpp"

#include <regex>
#include <set>
#include <vector>

namespace {

std::string plain_fault(const std::string& text) {
    static const std::regex entity("&(amp|lt|gt|quot|apos);");
    const std::string rest = std::regex_replace(text, entity, "");
    for (const char c : rest) {
        if (c == '&' || c == '<' || c == '>') return "not escaped: " + text;
        if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') return "a control character";
    }
    return "";
}

// `tag` without its angles: "rect x="1" /".
std::string tag_fault(std::string tag, std::vector<std::string>& open) {
    if (tag.starts_with("/")) {
        if (open.empty() || open.back() != tag.substr(1)) return "closes nothing: " + tag;
        open.pop_back();
        return "";
    }
    const bool closed = tag.ends_with("/");
    if (closed) tag.pop_back();
    static const std::regex shape(R"re(([A-Za-z][\w:-]*)((?:\s+[A-Za-z][\w:-]*="[^"<]*")*)\s*)re");
    std::smatch parts;
    if (!std::regex_match(tag, parts, shape)) return "no tag: " + tag;
    static const std::regex attribute(R"re(([\w:-]+)="([^"]*)")re");
    std::set<std::string> names;
    const std::string attributes = parts[2];
    for (std::sregex_iterator at(attributes.begin(), attributes.end(), attribute), end; at != end; ++at) {
        if (!names.insert((*at)[1]).second) return "an attribute twice: " + tag;
        const std::string fault = plain_fault((*at)[2]);
        if (!fault.empty()) return fault;
    }
    if (!closed) open.push_back(parts[1]);
    return "";
}

}  // namespace

std::string xml_fault(const std::string& text) {
    std::vector<std::string> open;
    std::size_t at = 0, elements = 0;
    while (at < text.size()) {
        const std::size_t tag = text.find('<', at), end = text.find('>', tag);
        const std::string between = text.substr(at, tag == std::string::npos ? tag : tag - at);
        if (open.empty() && between.find_first_not_of(" \n") != std::string::npos) return "text outside";
        if (open.empty() && elements > 0 && tag != std::string::npos) return "two roots";
        std::string fault = plain_fault(between);
        if (fault.empty() && tag != std::string::npos) {
            if (end == std::string::npos) return "a tag without end";
            fault = tag_fault(text.substr(tag + 1, end - tag - 1), open);
            ++elements;
        }
        if (!fault.empty()) return fault;
        if (tag == std::string::npos) break;
        at = end + 1;
    }
    return elements == 0 ? "no element" : open.empty() ? "" : "left open: " + open.back();
}
