// The parts of the JPEG 2000 codecs: files with boxes around the codestream, and bare codestreams.
#pragma once

#include "io/codec.hpp"
#include "pipeline/core/declared.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sluice {

struct Jp2Options {
    int quality = 80;
    bool lossless = false;
};
const Declared<Jp2Options>& jp2_options();

std::string jp2_library();  // "OpenJPEG 2.5.0"
FileHeader jp2_header(const FileBytes& file);
std::unique_ptr<FileRows> jp2_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn);
std::vector<std::uint8_t> jp2_write(const ConstHostView& image, const Metadata& metadata,
                                    const EncodeOptions& options, const Warn& warn);
std::vector<std::uint8_t> j2k_write(const ConstHostView& image, const EncodeOptions& options);
// Bytes that writing such an image takes.
std::size_t jp2_write_memory(const ImageFormat& format);

}  // namespace sluice
