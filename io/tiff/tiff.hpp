// The parts of the TIFF codec.
#pragma once

#include "io/codec.hpp"
#include "pipeline/core/declared.hpp"

#include <memory>
#include <string>

namespace sluice {

struct TiffOptions {
    int compression = 1;
};
const Declared<TiffOptions>& tiff_options();

std::string tiff_library();  // "libtiff 4.5.0"
FileHeader tiff_header(const FileBytes& file, int page);
std::unique_ptr<FileRows> tiff_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn);
std::unique_ptr<RowWriter> tiff_begin(Output& file, const ImageFormat& format, const Metadata& metadata,
                                      const EncodeOptions& options, const Warn& warn);

}  // namespace sluice
