// The parts of the FITS codec.
#pragma once

#include "io/codec.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace sluice {

FileHeader fits_header(const FileBytes& file, int page);
std::unique_ptr<FileRows> fits_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn);
std::vector<std::uint8_t> fits_write(const ConstHostView& image, const Metadata& metadata,
                                     const EncodeOptions& options, const Warn& warn);

}  // namespace sluice
