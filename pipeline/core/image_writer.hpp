// The handle of an image file that is to be written: the memory that writing needs, and the writing itself.
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

// Writes one image of a known format to one file. The file is not touched before write() or rows(), and
// appears complete or not at all. Use it from one thread at a time. Errors name the file: Error(usage) if the
// file format cannot store the image, Error(input) if the file cannot be written, FileExists if it exists and
// must not be replaced.
class SLUICE_API ImageWriter {
public:
    virtual ~ImageWriter() = default;

    // Upper bound of the host memory that write() needs in addition to the image, in bytes.
    virtual std::size_t memory() { return 0; }
    // Whether it can be written row by row, and the memory for that.
    virtual RowMemory row_memory() { return {"it is an image of the application's"}; }
    // Whether a file that starts with these bytes (64 KiB, or the whole file) has the format that is written.
    // If so, and if nothing has changed the image, the file may be copied instead.
    virtual bool writes_such(std::span<const std::uint8_t> /*head*/) { return false; }

    // Writes the whole image. `warn` may be empty.
    virtual void write(const ConstHostView& image, const Metadata& metadata, const Warn& warn) = 0;
    // Returns a writer that takes the rows from the top. The file exists once its finish() has returned. The
    // writer may outlive this handle, and calls `warn` while rows are written.
    virtual std::unique_ptr<RowWriter> rows(const Metadata& /*metadata*/, const Warn& /*warn*/) {
        throw Error(Error::Kind::input, "", "it cannot be written row by row: " + row_memory().refusal);
    }
};

}  // namespace sluice
