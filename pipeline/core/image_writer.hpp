// An image on its way into a file: what writing it takes, and the writing, by one handle.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/pixel_memory.hpp"
#include "pipeline/core/rows.hpp"
#include "pipeline/core/warn.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace sluice {

// For one image of a known format and one file, which is not touched before write() or rows(). One thread at
// a time. What it writes appears complete or not at all. Errors name the file: Error(usage) where such a file
// cannot hold the image as it is, Error(input) where it cannot be written, FileExists where one stays.
class SLUICE_API ImageWriter {
public:
    virtual ~ImageWriter() = default;

    // Bytes of the host, at most, that write() takes beside the image.
    virtual std::size_t memory() { return 0; }
    // Whether it can be written row by row, and what that takes.
    virtual RowMemory row_memory() { return {"it is an image of the application's"}; }
    // Whether a file that begins with these bytes (64 KiB, or all of it) is of the format that is written:
    // then an image that nothing has changed may be kept as that file.
    virtual bool writes_such(std::span<const std::uint8_t> /*head*/) { return false; }

    // All of it at once. `warn` may be empty.
    virtual void write(const ConstHostView& image, const Metadata& metadata, const Warn& warn) = 0;
    // The same by its rows, from the top; the file is there once they are finished. They may outlive this,
    // and call `warn` as long as they are written.
    virtual std::unique_ptr<RowWriter> rows(const Metadata& /*metadata*/, const Warn& /*warn*/) {
        throw Error(Error::Kind::input, "", "it cannot be written row by row: " + row_memory().refusal);
    }
};

}  // namespace sluice
