#include "stages/shared/letters/lettering.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/value.hpp"
#include "stages/shared/letters/font.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace sluice::stages {
namespace {

constexpr std::size_t most_letters = 10000;
constexpr double most_lettered_pixels = 1 << 22;

[[noreturn]] void refuse_text(const std::string& what) { throw Error(Error::Kind::usage, "", what); }

std::string named_character(const std::string& utf8, char32_t character) {
    char number[16];
    std::snprintf(number, sizeof number, "U+%04X", static_cast<unsigned>(character));
    return in_quotes(utf8) + " (" + number + ")";
}

// Scripts that are written from right to left, whose letters join or change places, or which put marks on
// letters: one glyph after the other would be wrong.
bool needs_shaping(char32_t c) {
    struct Block {
        char32_t first, last;
    };
    static constexpr Block blocks[] = {
        {0x0300, 0x036f},   {0x0590, 0x08ff},   {0x0900, 0x0dff},  {0x0e30, 0x0e3a}, {0x0e47, 0x0e4e},
        {0x0eb0, 0x0ecd},   {0x0f00, 0x109f},   {0x1100, 0x11ff},  {0x1700, 0x18af}, {0x1900, 0x1cff},
        {0x1dc0, 0x1dff},   {0x200c, 0x200f},   {0x202a, 0x202e},  {0x2066, 0x2069}, {0xa800, 0xabff},
        {0xfb1d, 0xfdff},   {0xfe00, 0xfe0f},   {0xfe20, 0xfe2f},  {0xfe70, 0xfeff}, {0x10800, 0x10fff},
        {0x11000, 0x11fff}, {0x1e800, 0x1efff}, {0xe0000, 0xe0fff}};
    return std::any_of(std::begin(blocks), std::end(blocks),
                       [c](const Block& block) { return c >= block.first && c <= block.last; });
}

struct Letter {
    char32_t character;
    std::string utf8;
};

// The next character; `at` goes behind it.
Letter next_letter(const std::string& text, std::size_t& at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(at);
    const std::size_t length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    static constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    char32_t c = first < 0x80 ? first : first & (0xffU >> (length + 1));
    bool right = (first < 0x80 || (first >= 0xc2 && first <= 0xf4)) && at + length <= text.size();
    for (std::size_t i = 1; right && i < length; ++i) {
        right = (byte(at + i) & 0xc0) == 0x80;
        c = c << 6 | (byte(at + i) & 0x3f);
    }
    if (!right || c < least[length] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
        refuse_text("text is not UTF-8 at byte " + std::to_string(at + 1));
    Letter letter{c, text.substr(at, length)};
    at += length;
    return letter;
}

std::vector<std::vector<Letter>> lines_of(const std::string& text) {
    if (text.size() > most_letters)
        refuse_text("text has " + std::to_string(text.size()) + " bytes; " + std::to_string(most_letters) +
                    " are the most");
    std::vector<std::vector<Letter>> lines(1);
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '\n' || text.compare(at, 2, "\\n") == 0) {
            at += text[at] == '\n' ? 1 : 2;
            lines.emplace_back();
            continue;
        }
        lines.back().push_back(next_letter(text, at));
    }
    return lines;
}

// A glyph, and where its origin is, counted from the beginning of its line.
struct PlacedGlyph {
    int glyph;
    double x;
};
struct Line {
    std::vector<PlacedGlyph> glyphs;
    double width = 0;
};

Line laid_out(const std::vector<Letter>& letters, const Font& font) {
    Line line;
    for (const Letter& letter : letters) {
        const std::string which = named_character(letter.utf8, letter.character);
        if (letter.character < 0x20 || letter.character == 0x7f)
            refuse_text("text has a control character, " + which + "; only \\n begins a line");
        if (needs_shaping(letter.character))
            refuse_text("cannot write " + which +
                        ": it belongs to a script whose characters join, change places or run from right to "
                        "left; make an image of the text elsewhere and use blend");
        const int glyph = font.glyph(letter.character);
        if (glyph == 0)
            refuse_text("font " + font.name() + " has no " + which + "; choose another font with font=");
        if (!line.glyphs.empty()) line.width += font.advance(line.glyphs.back().glyph, glyph);
        line.glyphs.push_back({glyph, line.width});
    }
    if (!line.glyphs.empty()) line.width += font.advance(line.glyphs.back().glyph, 0);
    return line;
}

void want_room(double width, double height) {
    if (width * height <= most_lettered_pixels) return;
    refuse_text("text would cover " + number_text(std::ceil(width)) + "x" + number_text(std::ceil(height)) +
                " pixels, which is more than " + number_text(most_lettered_pixels) +
                " in all; make size smaller or divide it into several stages");
}

struct PlacedBitmap {
    Font::Bitmap bitmap;
    std::int64_t x, y;  // of its upper left pixel
};

Lettering drawn(const std::vector<PlacedBitmap>& bitmaps, std::int64_t right, std::int64_t bottom) {
    std::int64_t left = 0, top = 0;
    for (const PlacedBitmap& each : bitmaps) {  // slanted letters stick out
        left = std::min(left, each.x);
        top = std::min(top, each.y);
        right = std::max(right, each.x + each.bitmap.width);
        bottom = std::max(bottom, each.y + each.bitmap.height);
    }
    Lettering all{static_cast<std::size_t>(right - left), static_cast<std::size_t>(bottom - top), {}};
    want_room(static_cast<double>(all.width), static_cast<double>(all.height));
    all.coverage.resize(all.width * all.height);
    for (const PlacedBitmap& each : bitmaps)
        for (int y = 0; y < each.bitmap.height; ++y)
            for (int x = 0; x < each.bitmap.width; ++x) {
                const auto at = static_cast<std::size_t>(each.y - top + y) * all.width +
                                static_cast<std::size_t>(each.x - left + x);
                const int sum =
                    all.coverage[at] +
                    each.bitmap
                        .coverage[static_cast<std::size_t>(y) * static_cast<std::size_t>(each.bitmap.width) +
                                  static_cast<std::size_t>(x)];
                all.coverage[at] = static_cast<std::uint8_t>(std::min(sum, 255));
            }
    return all;
}

}  // namespace

Lettering lettering(const std::string& text, const LetteringStyle& style) {
    const Font font(style.font, style.size);
    std::vector<Line> lines;
    double width = 0;
    for (const std::vector<Letter>& letters : lines_of(text)) {
        lines.push_back(laid_out(letters, font));
        width = std::max(width, lines.back().width);
    }
    const double height = font.line_height() * style.spacing;
    const double bottom = font.line_height() + height * static_cast<double>(lines.size() - 1);
    want_room(width, bottom);
    std::vector<PlacedBitmap> bitmaps;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const double begin = (width - lines[i].width) * static_cast<double>(style.align) / 2;
        const double baseline = std::round(font.ascent() + height * static_cast<double>(i));
        for (const PlacedGlyph& glyph : lines[i].glyphs) {
            const double x = begin + glyph.x, whole = std::floor(x);
            Font::Bitmap bitmap = font.bitmap(glyph.glyph, x - whole);
            const std::int64_t left = static_cast<std::int64_t>(whole) + bitmap.left;
            const std::int64_t top = static_cast<std::int64_t>(baseline) + bitmap.top;
            if (!bitmap.coverage.empty()) bitmaps.push_back({std::move(bitmap), left, top});
        }
    }
    return drawn(bitmaps, static_cast<std::int64_t>(std::ceil(width)),
                 static_cast<std::int64_t>(std::ceil(bottom)));
}

}  // namespace sluice::stages
