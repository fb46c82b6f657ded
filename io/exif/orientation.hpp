// Orientation: how the rows of a file lie in the picture that its author saw.
#pragma once

#include "pipeline/core/host_image.hpp"
#include "pipeline/files/bytes.hpp"

namespace sluice {

// Orientation as in EXIF (tag 0x0112): 1 = upright, 2 = mirrored left to right, 3 = upside down,
// 4 = mirrored top to bottom, 5 = transposed, 6 = to be turned right, 7 = transversed, 8 = to be turned left.
// `exif` is a TIFF block, with or without "Exif\0\0" before it. 1 when there is none or it makes no sense.
int exif_orientation(Bytes exif);

// What has to be done to a stored picture, in this order.
struct Turn {
    bool mirror_columns, mirror_rows, transpose;

    // Whether columns, and rows, of the upright picture run against those of the file that they are.
    bool against_x() const { return transpose ? mirror_rows : mirror_columns; }
    bool against_y() const { return transpose ? mirror_columns : mirror_rows; }
};
Turn turn_of(int orientation);

// The format of the upright image: 5 to 8 swap width and height.
ImageFormat upright(ImageFormat format, int orientation);
// Puts rows of a stored picture, from row `first` on, where they belong in the upright one. REQUIRES: one
// layer, the same pixels.
void place(const ConstHostView& rows, std::size_t first, const HostView& upright, int orientation);
// Orientation 2, of any rows, where they are.
void mirror(const HostView& rows);
// The upright image; metadata is kept, and says that it was turned. REQUIRES: one layer.
HostImage upright(HostImage image, int orientation);

}  // namespace sluice
