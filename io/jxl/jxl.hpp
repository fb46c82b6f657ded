// The parts of the JPEG XL codec.
#pragma once

#include "io/codec.hpp"
#include "pipeline/core/declared.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

struct JxlOptions {
    int quality = 90;
    bool lossless = false;
    std::optional<int> effort;  // 4; 2 where it is lossless
};
const Declared<JxlOptions>& jxl_options();

std::string jxl_library();  // "libjxl 0.7.0"
FileHeader jxl_header(const FileBytes& file, int page);
std::unique_ptr<FileRows> jxl_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn);
std::vector<std::uint8_t> jxl_write(const ConstHostView& image, const Metadata& metadata,
                                    const EncodeOptions& options, const Warn& warn);
// Bytes that writing such an image takes.
std::size_t jxl_write_memory(const ImageFormat& format, const EncodeOptions& options);

}  // namespace sluice
