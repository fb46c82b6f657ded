// What the chunks of a WebP say, found by walking over the file from length to length. No pixel is decoded.
// Needs libwebp, which reads the headers of the pixels.
#pragma once

#include "pipeline/files/bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace sluice {

// An image in the file: the only one, or a frame of an animation.
struct WebpFrame {
    std::uint64_t at = 0;  // of the chunks that the decoder takes: VP8L, or ALPH and VP8
    std::size_t size = 0;  // bytes of them, as far as the file has them

    std::size_t left = 0, top = 0, width = 0, height = 0;  // on the canvas; inside it
    bool lossless = false;
    bool alpha = false;
    bool blended = false;     // with what is below; else it takes its place
    std::uint32_t delay = 0;  // milliseconds
    bool cleared = false;     // its place becomes transparent before the next frame
};

struct WebpContainer {
    std::size_t width = 0, height = 0;  // of the canvas
    std::vector<WebpFrame> frames;      // never empty; of an animation, as many as were asked for
    std::size_t count = 0;              // of all frames
    bool animated = false;
    std::uint32_t plays = 0;  // 0: for ever
    std::vector<std::uint8_t> icc, exif, xmp;
    std::vector<std::string_view> too_large;  // names of those that are left out
    bool ended = false;                       // the file ends before its last chunk does
};

// The first `most` frames; 0: all. Throws EndOfData when the file ends before the first frame begins, and
// Error(input) when it is broken.
WebpContainer webp_container(const FileBytes& file, std::size_t most);

// Length, kind and padding of a chunk.
inline constexpr std::size_t webp_chunk_header = 8;
void append_webp_chunk(std::vector<std::uint8_t>& file, std::string_view kind, Bytes data);

}  // namespace sluice
