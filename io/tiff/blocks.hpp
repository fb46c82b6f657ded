// The rows of an image as the strips or tiles of a directory of a TIFF.
#pragma once

#include "io/tiff/file.hpp"
#include "io/tiff/tiff.hpp"
#include "pipeline/core/format.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice {

// How pixels are stored.
struct TiffCoding {
    // Throws Error(usage) if such an image cannot be stored so.
    TiffCoding(const ImageFormat& format, const TiffOptions& options);

    // The tags of a directory that say so.
    void set_tags(TIFF* tiff, const ImageFormat& format) const;

    std::uint16_t scheme = 0;  // of compression
    std::uint16_t predictor = 1;
    int level = 0;  // of deflate and zstd, or the quality of JPEG
    int bits = 8;   // of a sample
    std::size_t tile = 0;
};

// The current directory of `file`, which must outlive this.
class TiffBlocks {
public:
    TiffBlocks(TiffFile& file, const ImageFormat& format, const TiffCoding& coding);

    // The next row, which is packed.
    void add(const std::byte* row);
    // Bytes of memory.
    static std::size_t memory(const ImageFormat& format, const TiffCoding& coding);

private:
    void store();
    void store_tiles(std::size_t rows);
    void pack(const std::byte* row);

    TiffFile& file_;
    ImageFormat format_;
    TiffCoding coding_;
    std::size_t pitch_, rows_;  // of the buffer
    std::size_t row_ = 0;       // of the image
    std::vector<std::byte> band_, tile_;
};

// How many rows a strip has.
std::size_t tiff_strip_rows(const ImageFormat& format, const TiffCoding& coding);

}  // namespace sluice
