// The two halves of the PNG codec.
#pragma once

#include "io/codec.hpp"

namespace sluice {

// The key of the text that holds XMP.
inline constexpr const char* png_xmp_key = "XML:com.adobe.xmp";

ImageFormat png_header(Bytes head);
HostImage png_read(Bytes file, const DecodeOptions& options, const Warn& warn);
std::vector<std::uint8_t> png_write(const ConstHostView& src, const Metadata& metadata,
                                    const EncodeOptions& options, const Warn& warn);

}  // namespace sluice
