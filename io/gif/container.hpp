// What the blocks of a GIF say, found by walking over the file. No pixel is decoded.
#pragma once

#include "pipeline/core/host_image.hpp"
#include "pipeline/files/bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sluice {

// What becomes of the place of a frame before the next one is drawn.
enum class GifAfter { stays, cleared, as_before };

struct GifFrame {
    std::uint64_t at = 0;          // of its codes: the byte with the bits of the first one
    std::uint64_t palette_at = 0;  // R G B of each entry
    std::size_t colours = 0;       // of them; 0: it has no palette
    std::size_t left = 0, top = 0, width = 0, height = 0;
    bool interlaced = false;
    int transparent = -1;  // the index; -1: none
    GifAfter after = GifAfter::stays;
    std::uint32_t delay = 0;  // milliseconds
};

struct GifContainer {
    std::size_t width = 0, height = 0;  // of the canvas
    std::vector<GifFrame> frames;       // never empty
    bool more = false;        // frames follow that were not asked for; behind the first one: unknown
    std::uint32_t plays = 1;  // 0: for ever
    std::vector<std::uint8_t> icc, xmp;
    std::vector<std::string_view> too_large;  // names of those that are left out
    std::vector<MetadataText> comments;
    bool too_many_comments = false;
    bool ended = false;  // the file ends, or is no GIF any more, before its end is marked
};

// The first `most` frames; 0: all. Throws EndOfData when the file ends before a frame begins, and
// Error(input) when it is broken there.
GifContainer gif_container(const FileBytes& file, std::size_t most);
// Whether there is another frame behind this block of codes.
bool gif_frame_follows(const FileBytes& file, std::uint64_t at);

// Marks of blocks.
namespace gif_block {
inline constexpr std::uint8_t image = 0x2C, end = 0x3B, extension = 0x21, control = 0xF9, comment = 0xFE,
                              application = 0xFF;
}  // namespace gif_block
inline constexpr std::string_view gif_loops = "NETSCAPE2.0", gif_icc = "ICCRGBG1012", gif_xmp = "XMP DataXMP";
// Behind XMP data, which are no sub-blocks: bytes that lead to the end from wherever a reader is that takes
// them for such. The end is one of them.
inline constexpr std::size_t gif_xmp_trailer = 258;

}  // namespace sluice
