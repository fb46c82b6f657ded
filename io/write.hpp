// Writes pictures: to files, to stdout, to memory. The extension tells the format.
#pragma once

#include "io/codec.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/pixel_memory.hpp"
#include "pipeline/core/rows.hpp"
#include "pipeline/files/atomic_file.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

struct WriteOptions {
    std::string format;  // an extension; "" = that of the path, and png for stdout
    EncodeOptions encode;
    Placing placing;
};

// Writes a picture. The file appears complete or not at all; WriteOptions::placing says what becomes of a
// file of that name, by default it is replaced. `path` "-" (or /dev/stdout) is stdout. Either order of
// channels is taken; all else must be as `writable` (save_format.hpp) asks. A profile that the file cannot
// hold is a warning. `warn` may be empty. Any thread. Throws Error(usage, path) for an image that such a file
// cannot hold as it is, Error(input, path) when the file cannot be written, FileExists(path) when there is
// one that is not to be replaced.
void write(const std::string& path, const ConstHostView& image, const Metadata& metadata = {},
           const WriteOptions& options = {}, const Warn& warn = {});

// What writing takes beside the image, in Layout::device, for a file with this extension; 0 for one that
// cannot be written.
std::size_t memory_to_write(std::string_view extension, const ImageFormat& format);

// The same by rows: whether that can be done and what it takes, and a writer of such a picture. Throws as
// `write`, so do its functions. `warn` is called while rows are written.
RowMemory memory_to_write_rows(std::string_view extension, const ImageFormat& format);
std::unique_ptr<RowWriter> begin_rows(const std::string& path, const ImageFormat& format,
                                      const Metadata& metadata = {}, const WriteOptions& options = {},
                                      const Warn& warn = {});

// The bytes of such a file. Errors have no `where`.
std::vector<std::uint8_t> encode(std::string_view extension, const ConstHostView& image,
                                 const Metadata& metadata = {}, const EncodeOptions& options = {},
                                 const Warn& warn = {});

}  // namespace sluice
