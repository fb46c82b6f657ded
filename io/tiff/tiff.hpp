// The parts of the TIFF codec. libtiff may be missing: then only tiff.cpp is built.
#pragma once

#include "io/codec.hpp"

namespace sluice {

ImageFormat tiff_header(Bytes head, int page);
HostImage tiff_read(Bytes file, const DecodeOptions& options, const Warn& warn);
std::vector<std::uint8_t> tiff_write(const ConstHostView& src, const Metadata& metadata,
                                     const EncodeOptions& options, const Warn& warn);

}  // namespace sluice
