// Texts with fields in braces: "{stem}-400.webp". "{{" and "}}" are braces.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

struct BracePart {
    std::string text;  // of a field what stands between its braces
    bool field = false;
    bool operator==(const BracePart&) const = default;
};

inline constexpr const char* lone_brace = "a brace has no counterpart; to write a brace itself, double it";

// The parts in order, none of them an empty text. Nothing if a brace has no counterpart.
std::optional<std::vector<BracePart>> brace_parts(std::string_view text);

}  // namespace sluice
