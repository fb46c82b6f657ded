// The parts of the codec of raw pictures.
#pragma once

#include "io/codec.hpp"
#include "pipeline/core/declared.hpp"

#include <memory>
#include <string>

namespace sluice {

struct RawOptions {
    bool preview = false;
};
const Declared<RawOptions>& raw_options();

// Whether a file that begins so is a raw picture of a camera.
bool is_raw_picture(Bytes head);

std::string raw_library();  // "LibRaw 0.20.2"
FileHeader raw_header(const FileBytes& file, const DecodeOptions& options);
std::unique_ptr<FileRows> raw_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn);

}  // namespace sluice
