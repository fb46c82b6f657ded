// Writes pictures: to files, to stdout, to memory. The extension tells the format.
#pragma once

#include "io/codec.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/image_writer.hpp"
#include "pipeline/files/atomic_file.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

struct WriteOptions {
    std::string format;  // as extension_for() has it
    Values of_format;    // of save_options() (codec_options.hpp); each format takes its own
    Placing placing;
};

// A picture on its way to a file, which is not touched before it is written; WriteOptions::placing says what
// becomes of a file of that name, by default it is replaced. `path` "-" (or /dev/stdout) is stdout. Either
// order of channels is taken; all else must be as `writable` (save_format.hpp) asks. A profile that the file
// cannot hold is a warning. Any thread.
std::unique_ptr<ImageWriter> open_for_writing(const std::string& path, const ImageFormat& format,
                                              const WriteOptions& options = {});
inline void write(const std::string& path, const ConstHostView& image, const Metadata& metadata = {},
                  const WriteOptions& options = {}, const Warn& warn = {}) {
    open_for_writing(path, image.format, options)->write(image, metadata, warn);
}

// The extension that tells the format: that of the path where `format` is "", and png for stdout.
std::string extension_for(const std::string& path, const std::string& format);

// The bytes of such a file. Errors have no `where`.
std::vector<std::uint8_t> encode(std::string_view extension, const ConstHostView& image,
                                 const Metadata& metadata = {}, const Values& of_format = {},
                                 const Warn& warn = {});

}  // namespace sluice
