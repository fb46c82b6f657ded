// The netpbm formats: what stands before the pixels, and the reader that all of them share.
#pragma once

#include "io/codec.hpp"

#include <cstddef>
#include <memory>

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
std::unique_ptr<FileRows> pnm_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn);
std::unique_ptr<RowWriter> pnm_begin(Output& file, const ImageFormat& format, const Metadata& metadata,
                                     const EncodeOptions& options, const Warn& warn);

}  // namespace sluice
