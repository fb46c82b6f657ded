// The two halves of the PNG codec.
#pragma once

#include "io/codec.hpp"
#include "io/palette.hpp"
#include "pipeline/core/declared.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

namespace sluice {

// How a row is foretold from its neighbours before it is compressed.
enum class PngFilter { automatic, none, sub, up, average, paeth, adaptive };
template <>
inline constexpr std::array<std::string_view, 7> names_of<PngFilter>{"auto",    "none",  "sub",     "up",
                                                                     "average", "paeth", "adaptive"};
struct PngOptions {
    int compression = 1;  // write.cpp says why
    PngFilter filter = PngFilter::automatic;
    std::optional<int> colors;
    PaletteDither palette_dither = PaletteDither::diffusion;
};
const Declared<PngOptions>& png_options();

FileHeader png_header(const FileBytes& file);
std::unique_ptr<FileRows> png_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn);
std::unique_ptr<RowWriter> png_begin(Output& file, const ImageFormat& format, const Metadata& metadata,
                                     const EncodeOptions& options, const Warn& warn);
std::size_t png_write_memory(const ImageFormat& format, const EncodeOptions& options);
// Whether it compresses all rows of such a picture at once, unless little memory is wanted.
bool png_compresses_at_once(const ImageFormat& format);

}  // namespace sluice
