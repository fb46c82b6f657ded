// Headers of an OpenEXR, looked at before the library reads them: it trusts the lengths in them.
#pragma once

#include "pipeline/files/bytes.hpp"

#include <cstddef>
#include <cstdint>

namespace sluice {

inline constexpr std::uint64_t exr_magic_and_version = 8;

// How many headers the file has: one, or with `parts` one for each. Throws EndOfData, and Error(input) where
// an attribute is not as long as its type says, so that the library would lose its way, or far longer than it
// is good for.
std::size_t exr_header_count(const FileBytes& file, bool parts);

}  // namespace sluice
