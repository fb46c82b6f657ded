// Texts in chunks of a PNG, and IPTC data, which PNG has no other place for: ImageMagick's raw profiles are
// texts of digits, which ExifTool and others read, too.
#pragma once

#include "io/png/chunks.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/warn.hpp"

#include <string>
#include <string_view>

namespace sluice {

// Gives `metadata` the texts and the IPTC data of these chunks.
void take_png_texts(const PngChunks& chunks, Metadata& metadata, const Warn& warn);

// The text of a raw profile of this kind.
std::string png_raw_profile(std::string_view kind, Bytes data);
inline constexpr const char* png_iptc_key = "Raw profile type iptc";

// The key as PNG allows it: 1 to 79 printable characters, without spaces at the ends.
std::string png_key(const std::string& key);

}  // namespace sluice
