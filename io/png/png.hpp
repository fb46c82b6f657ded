// The two halves of the PNG codec.
#pragma once

#include "io/codec.hpp"

namespace sluice {

// The header from the beginning of a file, and from the file what may stand behind the pixels.
ImageFormat png_header(Bytes head, const BytesAt& file);
HostImage png_read(Bytes file, const DecodeOptions& options, const Warn& warn);
std::vector<std::uint8_t> png_write(const ConstHostView& src, const Metadata& metadata,
                                    const EncodeOptions& options, const Warn& warn);

}  // namespace sluice
