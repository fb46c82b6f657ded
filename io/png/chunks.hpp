// Chunks of a PNG, found by walking over the file from length to length. libpng drops those that stand where
// it does not expect them, and unpacks texts that nobody asked for.
#pragma once

#include "io/png_color.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/files/bytes.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace sluice {

// Bytes of a chunk that is read, packed and unpacked.
inline constexpr std::size_t png_most_chunk_bytes = std::size_t{8} << 20;

// The key of the text that holds XMP.
inline constexpr std::string_view png_xmp_key("XML:com.adobe.xmp\0", 18);

// Sound chunks by kind, whole as in the file: length, kind, data, checksum. Of each kind that sluice carries,
// the first: eXIf and the iTXt of XMP wherever it stands; pHYs and the kinds of `png_color` before
// the pixels.
struct PngChunks : std::map<std::string, std::vector<std::uint8_t>> {
    // tEXt, zTXt and iTXt but XMP, and those in which programs name themselves and the time.
    std::vector<std::vector<std::uint8_t>> texts;
    bool too_many_texts = false;  // some are left out
};
PngChunks png_chunks(const BytesAt& file);

// Whether a tRNS stands before the PLTE, against the definition of PNG: newer versions of libpng take it,
// older ones do not.
bool png_transparency_is_misplaced(const BytesAt& file);

// A PNG of one grey pixel that holds these chunks, up to the beginning of its pixels.
std::vector<std::uint8_t> png_of_chunks(const PngChunks& chunks, std::initializer_list<const char*> kinds);

// What pHYs says; empty where it is not there or says nothing.
Resolution png_resolution(const PngChunks& chunks);

// As Metadata has it. A profile replaces gAMA, cHRM and sRGB, but not cICP.
std::vector<std::uint8_t> png_color_chunks(const PngChunks& chunks, bool has_profile);

}  // namespace sluice
