// The parts of the WebP codec.
#pragma once

#include "io/codec.hpp"
#include "pipeline/core/declared.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

struct WebpOptions {
    int quality = 80;
    bool lossless = false;
    std::optional<int> effort;  // 4; 1 where it is lossless
};
const Declared<WebpOptions>& webp_options();

std::string webp_library();  // "libwebp 1.2.4"
FileHeader webp_header(const FileBytes& file, int page);
std::unique_ptr<FileRows> webp_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn);
std::vector<std::uint8_t> webp_write(const ConstHostView& image, const Metadata& metadata,
                                     const EncodeOptions& options, const Warn& warn);
// Bytes that writing such an image takes.
std::size_t webp_write_memory(const ImageFormat& format, const EncodeOptions& options);

}  // namespace sluice
