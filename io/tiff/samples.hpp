// Samples of a TIFF: out of the blocks of the file, and into the colours of an image. Needs libtiff.
#pragma once

#include "io/tiff/page.hpp"
#include "pipeline/core/host_image.hpp"

namespace sluice {

// The samples that matter, side by side: `count` a pixel, each a TiffPage::stored.
struct Samples {
    void* data;
    std::size_t pitch;  // bytes of a row
    std::size_t count;

    std::byte* at(std::size_t x, std::size_t y, std::size_t sample_bytes) const {
        return static_cast<std::byte*>(data) + y * pitch + x * count * sample_bytes;
    }
};

// Takes the samples of `columns` pixels from a row of a block to `dst`. `plane` counts in page.taken, and
// is 0 where samples lie side by side.
void take_samples(const TiffPage& page, const std::uint8_t* row, std::size_t columns, std::size_t plane,
                  std::byte* dst);

// Makes rows of an image of samples that are none yet: palettes, inks, white that is zero, alpha that was
// multiplied in, less than 8 bits.
void convert_samples(TiffFile& file, const TiffPage& page, const Samples& src, const HostView& dst);

// Has libtiff convert the colours (Y Cb Cr, L*a*b*) to RGB of 8 bits.
void read_by_libtiff(TiffFile& file, const TiffPage& page, const HostView& dst);

}  // namespace sluice
