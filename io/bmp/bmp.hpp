// The two halves of the BMP codec.
#pragma once

#include "io/codec.hpp"

namespace sluice {

ImageFormat bmp_header(Bytes head);
HostImage bmp_read(Bytes file, const DecodeOptions& options, const Warn& warn);
std::vector<std::uint8_t> bmp_write(const ConstHostView& src, const Metadata& metadata,
                                    const EncodeOptions& options, const Warn& warn);

}  // namespace sluice
