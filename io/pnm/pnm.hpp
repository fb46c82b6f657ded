// The netpbm formats: what stands before the pixels, and the reader that all of them share.
#pragma once

#include "io/codec.hpp"

#include <cstddef>

namespace sluice {

struct PnmHeader {
    ImageFormat format;  // white is the maxval where that is not the default of the pixel type
    std::size_t maxval = 1;
    bool bits = false;       // one bit a pixel, 1 = black (PBM); else 0 = black
    bool plain = false;      // samples are written as text
    std::size_t offset = 0;  // of the first pixel in the file
};

// P1 to P7. Throws Error(input) when it is no such header.
PnmHeader read_pnm_header(Bytes head);
HostImage pnm_read(Bytes file, const DecodeOptions& options, const Warn& warn);
// P5 or P6, with the format's white as maxval. Samples above it are clamped, with a warning.
std::vector<std::uint8_t> pnm_write(const ConstHostView& src, const Metadata&, const EncodeOptions&,
                                    const Warn& warn);

}  // namespace sluice
