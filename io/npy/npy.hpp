// NPY, the arrays of NumPy: the numbers as they are. Written as version 1.0, read as any.
#pragma once

#include "io/codec.hpp"
#include "pipeline/core/declared.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// What the axes of an array are: n images of h rows and w pixels, of c channels. automatic, to read: as many
// axes and sides as have one meaning have that one; others are refused. To write: hw, hwc or nhwc, the first
// that has all axes of the image.
enum class ArrayLayout { automatic, hw, hwc, chw, nhw, nhwc, nchw };
template <>
inline constexpr std::array<std::string_view, 7> names_of<ArrayLayout>{"auto", "hw",   "hwc", "chw",
                                                                       "nhw",  "nhwc", "nchw"};

// Whether all of a channel lies before the next one.
inline bool is_planar(std::string_view layout) { return layout.find('c') < layout.find('h'); }

struct NpyOptions {
    ArrayLayout layout = ArrayLayout::automatic;
};
const Declared<NpyOptions>& npy_reading();
const Declared<NpyOptions>& npy_writing();

// NumPy's name of a type in this machine's byte order: "<f4".
std::string npy_type(Pixel pixel);

// What the header of a file says of its array, whose data begins at `offset`.
struct NpyArray {
    std::string type;
    std::vector<std::size_t> shape;
    std::size_t offset = 0;
};
NpyArray npy_array(const FileBytes& file);

// "(2, 3, 480, 640)", as headers and messages have it.
std::string npy_shape(const std::vector<std::size_t>& shape);
// Everything before the data.
std::vector<std::uint8_t> npy_head(const std::string& type, const std::vector<std::size_t>& shape);

FileHeader npy_header(const FileBytes& file, const DecodeOptions& options);
std::unique_ptr<FileRows> npy_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn);
// Throws Error(input) where the layout lacks an axis that the image has.
std::unique_ptr<RowWriter> npy_begin(Output& file, const ImageFormat& format, const Metadata& metadata,
                                     const EncodeOptions& options, const Warn& warn);
// The first axis counts the images; those of the files follow it. A file with an axis for images has one.
std::unique_ptr<FileJoiner> npy_join(std::function<void(Bytes)> write, std::size_t count,
                                     const EncodeOptions& options);
std::size_t npy_write_memory(const ImageFormat& format, const EncodeOptions& options);

}  // namespace sluice
