// The directories of a TIFF, before libtiff reads them.
#pragma once

#include "pipeline/files/bytes.hpp"

#include <cstdint>

namespace sluice {

struct TiffDirectory {
    std::uint64_t data =
        0;  // bytes of all values that lie elsewhere in the file, those that two tags share twice
    std::uint64_t next = 0;  // where the next directory begins; 0: there is none
};

// Where the first directory begins; 0: there is none.
std::uint64_t first_tiff_directory(const FileBytes& file);
// What is not in the file reads as 0.
TiffDirectory tiff_directory(const FileBytes& file, std::uint64_t at);

}  // namespace sluice
