// Lines of text as pixels.
#pragma once

#include "pipeline/core/enum_names.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::stages {

// Of lines of different lengths.
enum class LineAlign { left, centre, right };

struct LetteringStyle {
    std::string font = "auto";  // as Font takes it
    double size = 32;           // of an em, in pixels
    LineAlign align = LineAlign::left;
    double spacing = 1;  // from line to line, as a part of what the font says
};

// The smallest rectangle that has all lines, from the top of the first to the bottom of the last, and how
// much of each pixel is covered, 0 to 255.
struct Lettering {
    std::size_t width = 0, height = 0;
    std::vector<std::uint8_t> coverage;
};

// `text` is UTF-8; "\n", written or as two characters, begins a line. Characters stand from left to right,
// one glyph each, with the kerning of the font. Throws Error(usage) for text that is not UTF-8, that the font
// has no glyph for, or whose script joins or reorders characters; Error(input) for a font that cannot be
// used.
Lettering lettering(const std::string& text, const LetteringStyle& style);

}  // namespace sluice::stages

namespace sluice {
template <>
inline constexpr std::array<std::string_view, 3> names_of<stages::LineAlign>{"left", "centre", "right"};
}  // namespace sluice
