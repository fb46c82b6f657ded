// Images that are read and written row by row, from the top, so that only some rows are in memory.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/host_image.hpp"

#include <cstddef>

namespace sluice {

// Reads an image once, from the first row to the last. Use it from one thread at a time.
class SLUICE_API RowReader {
public:
    virtual ~RowReader() = default;

    virtual const ImageFormat& format() const = 0;  // of the whole image
    virtual const Metadata& metadata() const = 0;
    // Fills `rows` with the next rows. Its format is that of the image, with a smaller height. Its pixels are
    // packed, unless the reader was asked for another layout. Throws Error(input).
    virtual void read(const HostView& rows) = 0;
    // Skips up to `rows` of the next rows, as far as that is possible without decoding them. Returns how many
    // were skipped; 0 is always allowed.
    virtual std::size_t skip(std::size_t /*rows*/) { return 0; }
};

// Writes an image, from the first row to the last. A file appears complete or not at all: without finish(),
// nothing remains. Use it from one thread at a time.
class SLUICE_API RowWriter {
public:
    virtual ~RowWriter() = default;

    // Writes the next rows. Throws Error(input) if that fails.
    virtual void write(const ConstHostView& rows) = 0;
    // Call it after the last row: the file gets its final name. Throws as write() does, and FileExists.
    virtual void finish() = 0;
};

// A view of `count` rows, starting at `first`. Rows count through all layers.
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
