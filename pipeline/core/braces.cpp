#include "pipeline/core/braces.hpp"

#include <utility>

namespace sluice {

std::optional<std::vector<BracePart>> brace_parts(std::string_view text) {
    std::vector<BracePart> parts;
    std::string plain;
    const auto end_plain = [&] {
        if (!plain.empty()) parts.push_back({std::exchange(plain, {})});
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c != '{' && c != '}') {
            plain += c;
        } else if (at + 1 < text.size() && text[at + 1] == c) {
            plain += c;
            ++at;
        } else {
            const std::size_t end = text.find('}', at);
            if (c == '}' || end == text.npos) return std::nullopt;
            end_plain();
            parts.push_back({std::string(text.substr(at + 1, end - at - 1)), true});
            at = end;
        }
    }
    end_plain();
    return parts;
}

}  // namespace sluice
