// Files of PNG put together chunk by chunk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace known {

inline std::uint32_t checksum(const std::string& bytes) {
    std::uint32_t crc = 0xffffffff;
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}

inline std::string u32be(std::uint32_t value) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift);
    return bytes;
}

inline std::string png_chunk(const std::string& kind, const std::string& data) {
    return u32be(static_cast<std::uint32_t>(data.size())) + kind + data + u32be(checksum(kind + data));
}

enum class ChunkPlace { behind_header, behind_pixels };

// A file with one more chunk.
inline std::string with_chunk(std::string png, const std::string& kind, const std::string& data,
                              ChunkPlace place = ChunkPlace::behind_header) {
    constexpr std::size_t header_end = 8 + 12 + 13;
    const std::size_t at = place == ChunkPlace::behind_header ? header_end : png.size() - 12;
    return png.insert(at, png_chunk(kind, data));
}

}  // namespace known
