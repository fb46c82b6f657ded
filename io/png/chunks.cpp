#include "io/png/chunks.hpp"

#include "io/resolution.hpp"
#include "io/texts.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace sluice {
namespace {

constexpr std::string_view signature = "\x89PNG\r\n\x1A\n";
constexpr std::size_t around = 12;  // bytes of a chunk beside its data

constexpr PngColorKind resolution_kind{"pHYs", 9};

bool is_carried(std::string_view name, std::size_t size, bool pixels_seen) {
    if (name == "eXIf" || name == "iTXt") return size <= png_most_chunk_bytes;
    const PngColorKind* kind = png_color_kind(name);
    if (name == resolution_kind.name) kind = &resolution_kind;
    return kind != nullptr && kind->size == size && !pixels_seen;
}

constexpr std::size_t most_keyword = 80;  // bytes, with the zero behind it

bool is_text_of_people(std::string_view name, Bytes begin) {
    if (name != "tEXt" && name != "zTXt" && name != "iTXt") return false;
    constexpr std::array<std::string_view, 4> of_programs{std::string_view("Software\0", 9),
                                                          "date:", "Thumb::", png_xmp_key};
    return std::none_of(of_programs.begin(), of_programs.end(),
                        [&](std::string_view keyword) { return has_magic(begin, keyword); });
}

std::uint32_t number(Bytes data, std::size_t at) {
    return static_cast<std::uint32_t>(number_in(data.subspan(at, 4), true));
}

bool is_sound(Bytes chunk) {
    const Bytes checked = chunk.subspan(4, chunk.size() - 8);
    return crc32(0, checked.data(), static_cast<uInt>(checked.size())) == number(chunk, chunk.size() - 4);
}

Bytes data_of(const PngChunks& chunks, const std::string& kind) {
    const auto found = chunks.find(kind);
    return found == chunks.end() ? Bytes() : Bytes(found->second).subspan(8, found->second.size() - around);
}

}  // namespace

PngChunks png_chunks(const BytesAt& file) {
    PngChunks chunks;
    std::size_t text_bytes = 0;
    bool pixels_seen = false;
    for (std::uint64_t at = signature.size();;) {
        const Bytes head = file(at, 8);
        if (head.size() < 8) return chunks;
        const std::size_t size = number(head, 0);
        const std::string name(head.begin() + 4, head.end());
        if (name == "IEND" || size > 0x7fffffff) return chunks;
        pixels_seen = pixels_seen || name == "IDAT";
        if (is_text_of_people(name, file(at + 8, std::min(size, most_keyword)))) {
            text_bytes += size;
            if (text_bytes > png_most_chunk_bytes || chunks.texts.size() >= most_texts)
                chunks.too_many_texts = true;
            else if (const Bytes whole = file(at, size + around);
                     whole.size() == size + around && is_sound(whole))
                chunks.texts.emplace_back(whole.begin(), whole.end());
        }
        if (is_carried(name, size, pixels_seen) && !chunks.contains(name)) {
            const bool wanted = name != "iTXt" || has_magic(file(at, 8 + png_xmp_key.size()), png_xmp_key, 8);
            const Bytes whole = wanted ? file(at, size + around) : Bytes();
            if (wanted && whole.size() == size + around && is_sound(whole))
                chunks[name].assign(whole.begin(), whole.end());
        }
        at += size + around;
    }
}

bool png_transparency_is_misplaced(const BytesAt& file) {
    bool found = false;
    for (std::uint64_t at = signature.size();;) {
        const Bytes head = file(at, 8);
        if (head.size() < 8 || has_magic(head, "IDAT", 4)) return false;
        if (has_magic(head, "PLTE", 4)) return found;
        found = found || has_magic(head, "tRNS", 4);
        at += number(head, 0) + around;
    }
}

std::vector<std::uint8_t> png_of_chunks(const PngChunks& chunks, std::initializer_list<const char*> kinds) {
    constexpr std::string_view grey_pixel("\0\0\0\x0DIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0\x3A\x7E\x9B\x55",
                                          25);
    constexpr std::string_view begin_of_data("\0\0\0\0IDAT", 8);
    std::vector<std::uint8_t> file;
    const auto append = [&file](const auto& bytes) {
        std::copy(bytes.begin(), bytes.end(), std::back_inserter(file));
    };
    append(signature);
    append(grey_pixel);
    for (const char* kind : kinds)
        if (const auto found = chunks.find(kind); found != chunks.end()) append(found->second);
    append(begin_of_data);
    return file;
}

Resolution png_resolution(const PngChunks& chunks) {
    const Bytes data = data_of(chunks, "pHYs");
    if (data.empty()) return {};
    return resolution_of(number(data, 0), number(data, 4),
                         data[8] == 1 ? Resolution::Unit::metre : Resolution::Unit::none);
}

std::vector<std::uint8_t> png_color_chunks(const PngChunks& chunks, bool has_profile) {
    std::vector<std::uint8_t> color;
    for (const PngColorKind& kind : png_color_kinds) {
        const bool replaced =
            has_profile && (kind.name == "sRGB" || kind.name == "gAMA" || kind.name == "cHRM");
        const auto found = chunks.find(std::string(kind.name));
        if (found != chunks.end() && !replaced)
            color.insert(color.end(), found->second.begin(), found->second.end());
    }
    return color;
}

}  // namespace sluice
