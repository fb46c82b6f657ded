// OpenCL C that moves pixels between memory and V: the only place that knows storage, texels, pixel
// types and padding. Stage functions never see any of it.
#pragma once

#include "pipeline/plan/code/kernel_source.hpp"
#include "pipeline/plan/schedule/place.hpp"

#include <functional>
#include <string>

namespace sluice {

// gather: pixel by pixel, wherever they are.
// gather_units: likewise, and by units. put: PIXELS at a time. Those that write come last.
enum class Access { read, read_words, gather, gather_units, write, write_words, put };

// What holds a sample, as it lies in memory, halves as their bits; and one pixel: "uchar4".
std::string element(Pixel pixel);
std::string pixel_type(const ImageFormat& format);
std::string piece_type(const ImageFormat& format, const PassShape& shape);  // of PIXELS of them
inline int unit_texels(const ImageFormat& format, const PassShape& shape) {
    return shape.unit * format.lanes() * static_cast<int>(bytes(format.pixel)) / 16;
}

// What samples become: numbers, or the floats that the bits of their pixel values are (bits_as_floats.hpp).
enum class LanesAs { numbers, bits };

// Declarations for one image of a pass: <name>_unit (whose words can be looked at too, when asked for),
// <name>_decode or <name>_encode, and <name>_TEXEL(i, y), a texel of memory; of images without padding
// <name>_READ(x, y) or <name>_WRITE(x, y, v), a pixel. To gather, <name>_PIXEL(x, y) in the place of units,
// <name>_NUMBERS(x, y) of which each lane is a REAL, with them <name>_BITS(x, y) where it has_bits, and
// <name>_piece, PIXELS of them.
void declare_image(KernelSource& source, const std::string& name, const PlannedImage& image,
                   const PassShape& shape, Access access);
// Adds the image's memory to the kernel, with its pitch, and <name>_first and <name>_rows: which row of a
// layer is the first in memory, and how many of each there are.
void image_parameters(KernelParameters& parameters, const std::string& name, const PlannedImage& image,
                      std::size_t index, bool writes);
// To gather: the V of PIXELS pixels, number p of them at place(p): "column, row". What several of these have
// in common a GPU's compiler reads and decodes once, which it does not see of pieces.
std::string numbers_of_each(const std::string& name, const ImageFormat& format, const PassShape& shape,
                            const std::function<std::string(int)>& place, LanesAs as = LanesAs::numbers);
// Whether a piece of it is a vector for each channel, and a unit as well.
inline bool has_planes(const ImageFormat& format, const PassShape& shape) {
    return shape.planes && format.channels > 1;
}
// Whether it lies pixel by pixel in memory, and becomes a vector for each channel.
inline bool splits(const PlannedImage& image, const PassShape& shape) {
    return image.storage == Storage::buffer && has_planes(image.format, shape);
}
// Whether its samples lie in words, of which texel.clh makes numbers, and can be had as bits.
bool has_bits(const PlannedImage& image, const PassShape& shape);
// The row of memory in which row first_row of the group's layer lies, or would: <name>_base.
std::string image_base(const std::string& name);
// Statements that read a unit of it into <name>_in[d], and write it from <name>_out[d]: that of `column`, in
// row <name>_base + y of memory.
std::string load_unit(const std::string& name, const PlannedImage& image, const PassShape& shape,
                      Access access);
// Whether pieces of a unit that is read are halves, as their bits; natural image objects give floats.
inline bool comes_as_halves(const PlannedImage& image) {
    return image.format.pixel == Pixel::f16 && image.storage != Storage::natural;
}
// The same for PIXELS pixels at (x, y), x being a multiple of PIXELS: statements that read them into
// <name>_in, and that write the expression `v`. Image objects of packed texels of which a piece is a part are
// written when a tile's rows are done: pieces go to local memory, which tile_declaration declares, and
// store_tile writes it.
std::string read_piece(const std::string& name, const PlannedImage& image);
std::string tile_declaration(const std::string& name, const PlannedImage& image, const PassShape& shape);
std::string write_piece(const std::string& name, const PlannedImage& image, const PassShape& shape,
                        const std::string& v, const std::string& encoded);
std::string store_tile(const std::string& name, const PlannedImage& image, const PassShape& shape);
std::string store_unit(const std::string& name, const PlannedImage& image, const PassShape& shape);
// Whether texel.clh has functions for it: the pass is tiled, and a piece is a texel of pixel values. Writing
// one saturates.
bool has_texel_code(const ImageFormat& format, const PassShape& shape);
// The V of a piece that came as words. REQUIRES: unsigned integers of 8 or 16 bits, and a multiple of four of
// them.
std::string piece_of_words(const ImageFormat& format, const PassShape& shape, const std::string& words,
                           LanesAs as);
// The expression `v` as it would come back from memory of this pixel type: rounded and saturated.
// `stored_only`: storing it will round it, so saturating is enough.
std::string rounded(const std::string& v, const ImageFormat& format, const PassShape& shape,
                    bool stored_only);

}  // namespace sluice
