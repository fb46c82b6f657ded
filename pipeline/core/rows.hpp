// Pictures that are read and written row by row, from the top, so that no more than some rows are in memory.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/host_image.hpp"

#include <cstddef>

namespace sluice {

// One way through a picture. One thread at a time.
class SLUICE_API RowReader {
public:
    virtual ~RowReader() = default;

    virtual const ImageFormat& format() const = 0;  // of the whole picture
    virtual const Metadata& metadata() const = 0;
    // Fills the next rows: a view of the picture's format but for its height. Pixels are packed, or lie as
    // the reader was asked for. Throws Error(input).
    virtual void read(const HostView& rows) = 0;
    // Goes over some of the next `rows` rows, or over none of them, and says over how many: as many as need
    // not be decoded for that.
    virtual std::size_t skip(std::size_t /*rows*/) { return 0; }
};

// One picture on its way into a file, which appears complete or not at all: without finish() nothing is left.
// One thread at a time.
class SLUICE_API RowWriter {
public:
    virtual ~RowWriter() = default;

    // Takes the next rows. Throws Error(input) when they cannot be written.
    virtual void write(const ConstHostView& rows) = 0;
    // All rows are there: the file takes its place. Throws as `write`, and FileExists.
    virtual void finish() = 0;
};

// The rows from `first` on, as an image of `count` rows.
inline HostView rows_of(HostView image, std::size_t first, std::size_t count) {
    image.data = image.row(first);
    image.format.height = count;
    image.format.layers = 1;
    return image;
}
inline ConstHostView rows_of(ConstHostView image, std::size_t first, std::size_t count) {
    image.data = image.row(first);
    image.format.height = count;
    image.format.layers = 1;
    return image;
}

}  // namespace sluice
