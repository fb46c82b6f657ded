// Deep Zoom: an image in tiles, in all sizes down to one pixel, for viewers on web pages.
#pragma once

#include "io/codec.hpp"
#include "pipeline/core/declared.hpp"
#include "pipeline/core/enum_names.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <string_view>

namespace sluice {

enum class TileFormat { jpeg, png, webp };
template <>
inline constexpr std::array<std::string_view, 3> names_of<TileFormat>{"jpg", "png", "webp"};

struct DeepZoomOptions {
    int quality = 85;
    std::size_t tile = 254;
    std::size_t overlap = 1;
    TileFormat tile_format = TileFormat::jpeg;
};
const Declared<DeepZoomOptions>& deepzoom_options();

std::unique_ptr<RowWriter> deepzoom_begin(Output& file, const ImageFormat& format, const Metadata& metadata,
                                          const EncodeOptions& options, const Warn& warn);
std::size_t deepzoom_write_memory(const ImageFormat& format, const EncodeOptions& options);

}  // namespace sluice
