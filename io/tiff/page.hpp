// What a page of a TIFF is: how its samples are stored, and the image that they become. Needs libtiff.
#pragma once

#include "io/tiff/file.hpp"
#include "pipeline/core/format.hpp"

#include <string>
#include <vector>

namespace sluice {

struct TiffPage {
    // How stored colours become those of the image.
    enum class Colors { as_they_are, white_is_zero, palette, inks, by_libtiff };

    ImageFormat format;  // of the image before it is turned upright
    int orientation = 1;
    Colors colors = Colors::as_they_are;
    bool premultiplied = false;

    int bits = 8;              // of a stored sample
    Pixel stored = Pixel::u8;  // what holds one: u8 for 1..8 bits, u16 for 9..16, f64 for 32
    int samples = 1;           // of a pixel in the file
    std::vector<int> taken;    // those of them that matter: colours or inks or an index, then alpha
    bool planes = false;       // each sample in blocks of its own
    bool by_scanlines = true;  // its compression can be undone row by row

    std::vector<std::string> warnings;  // what is left out
    std::string damage;                 // why pixels would be guessed; "": they are not

    // Integers become the floats that hold all of them.
    bool widens() const { return stored == Pixel::f64 && bits == 32; }
    // Samples are what the image holds, in its order.
    bool direct() const {
        const bool widened = bits < 8 && format.white == 0;
        return colors == Colors::as_they_are && !premultiplied && !widened;
    }
};

// Of the directory that `file` is at. Throws Error(input) for what cannot be read. JPEG inside is set to
// give RGB.
TiffPage tiff_page(TiffFile& file);

// Goes to a page, 1 for the first. Thumbnails and masks are no pages. Throws Error(input).
void go_to_page(TiffFile& file, int page);
// Goes to the next page; false where there is none, or none that can be read.
bool go_to_next_page(TiffFile& file);

}  // namespace sluice
