// Writes images to files, stdout and memory. The extension determines the format.
#pragma once

#include "io/codec.hpp"
#include "io/kinds.hpp"
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
    std::string format;  // as in extension_for()
    Values of_format;    // values of save_options() (codec_options.hpp); each format uses its own
    Keep keep = {};      // which metadata
    Placing placing;
};

// Returns a handle that writes one image to a file, which is not touched before that. WriteOptions::placing
// says what happens to an existing file; by default, it is replaced. `path` "-" or /dev/stdout is stdout. The
// image may have either order of channels; otherwise its format must be one that `writable` (save_format.hpp)
// allows. If the file cannot store the profile, that is a warning. Any thread.
std::unique_ptr<ImageWriter> open_for_writing(const std::string& path, const ImageFormat& format,
                                              const WriteOptions& options = {});
inline void write(const std::string& path, const ConstHostView& image, const Metadata& metadata = {},
                  const WriteOptions& options = {}, const Warn& warn = {}) {
    open_for_writing(path, image.format, options)->write(image, metadata, warn);
}

// The extension that determines the format: `format`, or the extension of the path if `format` is "". For
// stdout it is then png.
std::string extension_for(const std::string& path, const std::string& format);

// Returns the content of an image file. Errors have no `where`.
std::vector<std::uint8_t> encode(std::string_view extension, const ConstHostView& image,
                                 const Metadata& metadata = {}, const Values& of_format = {},
                                 const Warn& warn = {}, const Keep& keep = {});

}  // namespace sluice
