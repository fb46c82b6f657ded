#include "io/icc.hpp"

#include "io/texts.hpp"

#include <algorithm>

namespace sluice {
namespace {

// UTF-16 with the high byte first.
std::string utf8_of_utf16(Bytes text) {
    std::string utf8;
    for (std::size_t at = 0; at + 2 <= text.size(); at += 2) {
        std::uint32_t c = static_cast<std::uint32_t>(text[at] << 8 | text[at + 1]);
        if (c >= 0xD800 && c < 0xDC00 && at + 4 <= text.size()) {
            const auto low = static_cast<std::uint32_t>(text[at + 2] << 8 | text[at + 3]);
            c = 0x10000 + ((c - 0xD800) << 10) + (low & 0x3FF);
            at += 2;
        }
        if (c == 0 || (c >= 0xD800 && c < 0xE000)) break;
        const auto add = [&](std::uint32_t byte) { utf8 += static_cast<char>(byte); };
        if (c < 0x80) {
            add(c);
        } else if (c < 0x800) {
            add(0xC0 | c >> 6), add(0x80 | (c & 63));
        } else if (c < 0x10000) {
            add(0xE0 | c >> 12), add(0x80 | (c >> 6 & 63)), add(0x80 | (c & 63));
        } else {
            add(0xF0 | c >> 18), add(0x80 | (c >> 12 & 63)), add(0x80 | (c >> 6 & 63)), add(0x80 | (c & 63));
        }
    }
    return utf8;
}

std::string name_in(Bytes tag) {
    constexpr std::size_t most = 200;  // bytes that are shown
    ByteReader reader(tag);
    const Bytes type = reader.take(4);
    reader.skip(4);
    if (has_magic(type, "desc")) {
        const Bytes text = reader.take(std::min<std::size_t>(reader.u32be(), most));
        const auto end = std::find(text.begin(), text.end(), 0);
        return text_of_latin1(text.first(static_cast<std::size_t>(end - text.begin())));
    }
    if (!has_magic(type, "mluc")) return "";
    if (reader.u32be() == 0) return "";
    reader.skip(4 + 4);  // bytes of a record; the language of the first one
    const std::size_t size = reader.u32be(), at = reader.u32be();
    reader.seek(at);
    return utf8_of_utf16(reader.take(std::min(size, most)));
}

}  // namespace

std::string icc_name(Bytes profile) {
    try {
        ByteReader tags(profile);
        tags.seek(128);
        for (std::size_t left = tags.u32be(); left > 0; --left) {
            const bool named = has_magic(tags.take(4), "desc");
            const std::size_t at = tags.u32be();
            tags.skip(4);
            if (named && at < profile.size()) return name_in(profile.subspan(at));
        }
    } catch (const EndOfData&) {
    }
    return "";
}

std::string icc_refusal(Bytes profile, const ImageFormat& format) {
    constexpr std::size_t header = 128;
    if (profile.size() < header || !has_magic(profile, "acsp", 36)) return "it is broken";
    if (ByteReader(profile).u32be() != profile.size()) return "it is broken";
    const bool grey = has_magic(profile, "GRAY", 16);
    if (!grey && !has_magic(profile, "RGB ", 16)) return "it is neither for RGB nor for grey images";
    if (!has_magic(profile, "XYZ ", 20) && !has_magic(profile, "Lab ", 20)) return "it is broken";
    if (grey != (format.colors() == 1))
        return grey ? "it is for grey images, and this one has colours"
                    : "it is for colour images, and this one is grey";
    return "";
}

bool icc_is_linear(Bytes profile) {
    try {
        ByteReader tags(profile);
        tags.seek(128);
        for (std::size_t left = tags.u32be(); left > 0; --left) {
            const Bytes name = tags.take(4);
            ByteReader curve(profile);
            curve.seek(tags.u32be());
            tags.skip(4);  // its size
            if (!has_magic(name, "rTRC") && !has_magic(name, "kTRC")) continue;
            const Bytes type = curve.take(4);
            curve.skip(4);
            if (has_magic(type, "curv")) {  // no entries, or an exponent in 1/256
                const std::size_t entries = curve.u32be();
                return entries == 0 || (entries == 1 && curve.u16be() == 256);
            }
            // An exponent in 1/65536 alone.
            return has_magic(type, "para") && curve.u32be() == 0 && curve.u32be() == 65536;
        }
        return false;
    } catch (const EndOfData&) {
        return false;
    }
}

}  // namespace sluice
