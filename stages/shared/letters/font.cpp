#include "stages/shared/letters/font.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/files/input.hpp"
#include "stages/shared/letters/font_files.hpp"

#include <cmath>
#include <filesystem>
#include <map>
#include <utility>

namespace sluice::stages {
namespace {

[[noreturn]] void damaged_font(const char* what) {
    throw Error(Error::Kind::input, "", std::string("it is damaged: ") + what);
}

}  // namespace
}  // namespace sluice::stages

// A font that is not as it should be ends in an Error, not in abort().
#define STBTT_assert(condition) \
    ((condition) ? static_cast<void>(0) : sluice::stages::damaged_font("an outline cannot be drawn"))
#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <stb/stb_truetype.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace sluice::stages {
namespace {

constexpr std::size_t most_bytes_of_font = std::size_t{64} << 20;
// stb_truetype does not check offsets. Zeros behind the file are what it finds beyond the end: more than any
// number of 16 bits leads to.
constexpr std::size_t zeros_behind = std::size_t{4} << 20;

using FontBytes = std::vector<std::uint8_t>;

std::uint32_t number_at(const FontBytes& bytes, std::size_t at, int count) {
    if (at + static_cast<std::size_t>(count) > bytes.size()) damaged_font("it is cut off");
    std::uint32_t number = 0;
    for (int i = 0; i < count; ++i) number = number << 8 | bytes[at + static_cast<std::size_t>(i)];
    return number;
}

// Tables by their names: where they begin, and how long they are. Throws if one is not in the file.
using FontTables = std::map<std::string, std::pair<std::size_t, std::size_t>>;
FontTables tables_of(const FontBytes& bytes, std::size_t begin) {
    FontTables tables;
    const std::uint32_t kind = number_at(bytes, begin, 4);
    if (kind != 0x00010000 && kind != 0x74727565 && kind != 0x4f54544f)  // "true", "OTTO"
        throw Error(Error::Kind::input, "", "it is no font in the format TrueType or OpenType");
    const std::uint32_t count = number_at(bytes, begin + 4, 2);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::size_t at = begin + 12 + 16 * std::size_t{i};
        const std::size_t offset = number_at(bytes, at + 8, 4), length = number_at(bytes, at + 12, 4);
        if (offset > bytes.size() || length > bytes.size() - offset) damaged_font("it is cut off");
        tables[std::string(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                           bytes.begin() + static_cast<std::ptrdiff_t>(at + 4))] = {offset, length};
    }
    return tables;
}

// What stb_truetype relies on.
void want_whole(const FontBytes& bytes, std::size_t begin) {
    const FontTables tables = tables_of(bytes, begin);
    const auto table = [&](const char* name, std::size_t least) {
        const auto found = tables.find(name);
        if (found == tables.end()) damaged_font((std::string("table ") + name + " is missing").c_str());
        if (found->second.second < least)
            damaged_font((std::string("table ") + name + " is too short").c_str());
        return found->second;
    };
    const std::size_t head = table("head", 54).first,
                      glyphs = number_at(bytes, table("maxp", 6).first + 4, 2);
    table("cmap", 4);
    table("hmtx", 4 * std::size_t{number_at(bytes, table("hhea", 36).first + 34, 2)});
    if (number_at(bytes, head + 18, 2) == 0) damaged_font("an em has no units");
    if (tables.count("CFF ") > 0) return;
    const std::size_t bytes_each = number_at(bytes, head + 50, 2) == 0 ? 2 : 4;
    const std::size_t loca = table("loca", (glyphs + 1) * bytes_each).first, length = table("glyf", 0).second;
    for (std::size_t i = 0; i <= glyphs; ++i) {
        const std::size_t at =
            std::size_t{number_at(bytes, loca + i * bytes_each, static_cast<int>(bytes_each))} *
            (bytes_each == 2 ? 2 : 1);
        if (at > length) damaged_font("a glyph is outside of its table");
    }
}

}  // namespace

struct Font::Impl {
    FontBytes bytes;
    stbtt_fontinfo info{};
    float scale = 1;
    int ascent = 0, descent = 0, gap = 0;
};

Font::Font(const std::string& word, double size) : impl_(std::make_unique<Impl>()) {
    const std::string file = font_file(word);
    name_ = std::filesystem::path(file).stem().string();
    try {
        Input input(file);
        const Bytes read = input.all(most_bytes_of_font);
        FontBytes& bytes = impl_->bytes;
        bytes.assign(read.begin(), read.end());
        const bool collection = number_at(bytes, 0, 4) == 0x74746366;  // "ttcf": its first font
        const std::size_t begin = collection ? number_at(bytes, 12, 4) : 0;
        want_whole(bytes, begin);
        bytes.resize(bytes.size() + zeros_behind);
        if (stbtt_InitFont(&impl_->info, bytes.data(), static_cast<int>(begin)) == 0)
            damaged_font("it has no table of characters that can be read");
    } catch (const Error& error) {
        throw Error(Error::Kind::input, "", "cannot use the font " + file + ": " + error.message().text());
    }
    impl_->scale = stbtt_ScaleForMappingEmToPixels(&impl_->info, static_cast<float>(size));
    stbtt_GetFontVMetrics(&impl_->info, &impl_->ascent, &impl_->descent, &impl_->gap);
}

Font::~Font() = default;

double Font::ascent() const { return impl_->ascent * static_cast<double>(impl_->scale); }
double Font::line_height() const {
    return (impl_->ascent - impl_->descent + impl_->gap) * static_cast<double>(impl_->scale);
}

int Font::glyph(char32_t character) const {
    return stbtt_FindGlyphIndex(&impl_->info, static_cast<int>(character));
}

double Font::advance(int glyph, int next) const {
    int advance = 0, bearing = 0;
    stbtt_GetGlyphHMetrics(&impl_->info, glyph, &advance, &bearing);
    if (next != 0) advance += stbtt_GetGlyphKernAdvance(&impl_->info, glyph, next);
    return advance * static_cast<double>(impl_->scale);
}

Font::Bitmap Font::bitmap(int glyph, double fraction) const {
    constexpr int most_side = 8192;
    const float scale = impl_->scale, shift = static_cast<float>(fraction);
    Bitmap bitmap;
    int right = 0, bottom = 0;
    stbtt_GetGlyphBitmapBoxSubpixel(&impl_->info, glyph, scale, scale, shift, 0, &bitmap.left, &bitmap.top,
                                    &right, &bottom);
    bitmap.width = right - bitmap.left;
    bitmap.height = bottom - bitmap.top;
    if (bitmap.width <= 0 || bitmap.height <= 0) return {};
    if (bitmap.width > most_side || bitmap.height > most_side) damaged_font("an outline is too large");
    bitmap.coverage.resize(static_cast<std::size_t>(bitmap.width) * static_cast<std::size_t>(bitmap.height));
    stbtt_MakeGlyphBitmapSubpixel(&impl_->info, bitmap.coverage.data(), bitmap.width, bitmap.height,
                                  bitmap.width, scale, scale, shift, 0, glyph);
    return bitmap;
}

}  // namespace sluice::stages
