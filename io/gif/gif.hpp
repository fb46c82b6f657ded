// The parts of the GIF codec.
#pragma once

#include "io/codec.hpp"
#include "io/palette.hpp"
#include "pipeline/core/declared.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace sluice {

struct GifOptions {
    int colors = 256;
    PaletteDither palette_dither = PaletteDither::diffusion;
};
const Declared<GifOptions>& gif_options();

FileHeader gif_header(const FileBytes& file, int page);
std::unique_ptr<FileRows> gif_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn);
std::vector<std::uint8_t> gif_write(const ConstHostView& image, const Metadata& metadata,
                                    const EncodeOptions& options, const Warn& warn);
// Bytes that writing such an image takes.
std::size_t gif_write_memory(const ImageFormat& format);

}  // namespace sluice
