// The two halves of the PNG codec.
#pragma once

#include "io/codec.hpp"

#include <memory>

namespace sluice {

FileHeader png_header(const FileBytes& file);
std::unique_ptr<FileRows> png_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn);
std::unique_ptr<RowWriter> png_begin(Output& file, const ImageFormat& format, const Metadata& metadata,
                                     const EncodeOptions& options, const Warn& warn);
// Whether it compresses all rows of such a picture at once, unless little memory is wanted.
bool png_compresses_at_once(const ImageFormat& format);

}  // namespace sluice
