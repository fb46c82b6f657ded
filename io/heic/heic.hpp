// The parts of the HEIC codec.
#pragma once

#include "io/codec.hpp"

#include <memory>
#include <string>

namespace sluice {

std::string heic_library();  // "libheif 1.15.1"
FileHeader heic_header(const FileBytes& file, int page);
std::unique_ptr<FileRows> heic_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn);

}  // namespace sluice
