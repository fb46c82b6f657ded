// The parts of the AVIF codec.
#pragma once

#include "io/codec.hpp"
#include "pipeline/core/declared.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// Bits of a channel in the file; automatic: 8, or 12 where an image has more.
enum class AvifBits { automatic, eight, ten, twelve };
template <>
inline constexpr std::array<std::string_view, 4> names_of<AvifBits>{"auto", "8", "10", "12"};

struct AvifOptions {
    int quality = 60;
    bool lossless = false;
    int effort = 2;
    AvifBits bits = AvifBits::automatic;
};
const Declared<AvifOptions>& avif_options();

std::string avif_library();  // "libavif 0.11.1"
FileHeader avif_header(const FileBytes& file, int page);
std::unique_ptr<FileRows> avif_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn);
std::vector<std::uint8_t> avif_write(const ConstHostView& image, const Metadata& metadata,
                                     const EncodeOptions& options, const Warn& warn);
// Bytes that writing such an image takes.
std::size_t avif_write_memory(const ImageFormat& format);

}  // namespace sluice
