#include "io/png/texts.hpp"

#include "io/resources.hpp"
#include "io/texts.hpp"
#include "io/uncarried.hpp"

#include <zlib.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace sluice {
namespace {

constexpr std::string_view raw_profile = "Raw profile type ";

// What a zlib stream unpacks to, up to `most` bytes; nullopt if it is broken or longer.
std::optional<std::vector<std::uint8_t>> unpacked(Bytes src, std::size_t most) {
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) return std::nullopt;
    std::vector<std::uint8_t> dst;
    stream.next_in = const_cast<Bytef*>(src.data());
    stream.avail_in = static_cast<uInt>(src.size());
    int state = Z_OK;
    while (state == Z_OK && dst.size() <= most) {
        constexpr std::size_t some = 4096;
        const std::size_t have = dst.size();
        dst.resize(have + std::max(have, some));
        stream.next_out = dst.data() + have;
        stream.avail_out = static_cast<uInt>(dst.size() - have);
        state = inflate(&stream, Z_NO_FLUSH);
        dst.resize(dst.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    if (state != Z_STREAM_END || dst.size() > most) return std::nullopt;
    return dst;
}

struct PngText {
    std::string key;
    std::vector<std::uint8_t> text;
    bool latin1 = true;
};

std::size_t end_of_word(Bytes bytes) {
    return static_cast<std::size_t>(std::find(bytes.begin(), bytes.end(), 0) - bytes.begin());
}

// nullopt for what is broken, or unpacks to more than `most` bytes.
std::optional<PngText> text_of_chunk(Bytes chunk, std::size_t most) {
    constexpr std::size_t head = 8, checksum = 4;
    const bool packed_kind = has_magic(chunk, "zTXt", 4), international = has_magic(chunk, "iTXt", 4);
    Bytes data = chunk.subspan(head, chunk.size() - head - checksum);
    const std::size_t end = end_of_word(data);
    if (end == 0 || end == data.size()) return std::nullopt;
    PngText found{text_of_latin1(data.first(end)), {}, !international};
    data = data.subspan(end + 1);
    bool packed = packed_kind;
    if (international) {
        if (data.size() < 2) return std::nullopt;
        packed = data[0] != 0;
        data = data.subspan(2);
        for (int word = 0; word < 2; ++word) {  // the language, and the key in it
            const std::size_t stop = end_of_word(data);
            if (stop == data.size()) return std::nullopt;
            data = data.subspan(stop + 1);
        }
    } else if (packed) {
        if (data.empty() || data[0] != 0) return std::nullopt;  // the method
        data = data.subspan(1);
    }
    if (!packed) {
        found.text.assign(data.begin(), data.end());
        return found;
    }
    auto text = unpacked(data, most);
    if (!text) return std::nullopt;
    found.text = std::move(*text);
    return found;
}

int digit_of(std::uint8_t c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

// A raw profile: its kind, the number of its bytes, and these as two digits each.
std::vector<std::uint8_t> bytes_of_raw_profile(Bytes text) {
    std::size_t at = 0;
    for (int line = 0; line < 3 && at < text.size(); ++at)
        if (text[at] == '\n') ++line;
    std::vector<std::uint8_t> bytes;
    int high = -1;
    for (const std::uint8_t c : text.subspan(at)) {
        const int digit = digit_of(c);
        if (digit < 0) continue;
        if (high >= 0) bytes.push_back(static_cast<std::uint8_t>(high << 4 | digit));
        high = high >= 0 ? -1 : digit;
    }
    return bytes;
}

void take_iptc(const std::vector<std::uint8_t>& bytes, Metadata& metadata) {
    constexpr std::uint8_t begin_of_record = 0x1C;
    if (!metadata.iptc.empty() || bytes.empty()) return;
    if (bytes.front() == begin_of_record)
        metadata.iptc = bytes;
    else
        take_resources(metadata, bytes);
}

}  // namespace

void take_png_texts(const PngChunks& chunks, Metadata& metadata, const Warn& warn) {
    bool all = !chunks.too_many_texts;
    std::size_t left = png_most_chunk_bytes;
    for (const std::vector<std::uint8_t>& chunk : chunks.texts) {
        const std::optional<PngText> text = text_of_chunk(chunk, left);
        if (!text) {
            all = false;
            continue;
        }
        left -= std::min(left, text->text.size());
        if (text->key.starts_with(raw_profile)) {
            if (text->key == png_iptc_key)
                take_iptc(bytes_of_raw_profile(text->text), metadata);
            else
                leave(metadata, uncarried::raw_profiles);
        } else {
            const std::string utf8 = text->latin1 ? text_of_latin1(text->text) : "";
            all =
                add_text(metadata.texts, text->key, text->latin1 ? as_bytes(utf8) : Bytes(text->text)) && all;
        }
    }
    if (!all) warn("some of its texts are left out: they are broken or too long");
}

std::string png_raw_profile(std::string_view kind, Bytes data) {
    constexpr std::string_view digits = "0123456789abcdef";
    constexpr std::size_t of_a_line = 36, width = 8;
    const std::string count = std::to_string(data.size());
    std::string text =
        "\n" + std::string(kind) + "\n" + std::string(width - std::min(width, count.size()), ' ') + count;
    for (std::size_t i = 0; i < data.size(); ++i) {
        if (i % of_a_line == 0) text += '\n';
        text += digits[data[i] >> 4];
        text += digits[data[i] & 15];
    }
    return text + "\n";
}

std::string png_key(const std::string& key) {
    constexpr std::size_t most = 79;
    std::string result;
    for (const char c : key) {
        const bool space = c == ' ' && (result.empty() || result.back() == ' ');
        if (c >= ' ' && c <= '~' && !space && result.size() < most) result += c;
    }
    if (result.ends_with(' ')) result.pop_back();
    return result.empty() ? std::string(comment_key) : result;
}

}  // namespace sluice
