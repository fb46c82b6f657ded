// Reads images from files, stdin and memory. The content of a file determines its format, and not its name,
// unless files of the format have nothing that tells it.
#pragma once

#include "io/codec.hpp"
#include "pipeline/core/image_file.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace sluice {

// Limits and options for reading. Limits are compared with the header before anything is decoded.
struct ReadOptions {
    std::string format = {};     // an extension, for files that do not say theirs; "" = as the file says
    std::size_t max_pixels = 0;  // width x height; 0 = only max_bytes is a limit
    std::size_t max_bytes = std::size_t{1} << 30;  // of the decoded image in host memory
    bool lenient = false;                          // accept truncated or damaged data, with a warning
    int page = 1;            // of a file with several images, from 1; 0 = all, as the layers of one image
    std::size_t frames = 0;  // of a video that is read image by image, at most; 0 = all
    int shrink = 0;  // how many times smaller, in both directions; an Error if the format cannot do it. 0 =
                     // not smaller, unless ImageFile::read_smaller() selects a size
    double max_seconds = 0;  // limit of processor time for decoding a file; 0 = none
    // How pixel values relate to light. Unset: as the file or its format says.
    std::optional<Space> space = {};
    Nodata nodata = {};
    Values of_format = {};  // values of load_options() (codec_options.hpp); each format uses its own
};

// Opens a file and reads its header, which must fit the options. `path` "-" is stdin. Throws Error(input,
// path) with what is wrong and what would be right; so do the functions of the file. Any thread.
//
// Pixels have the order rgb and the byte order of this machine. Rare formats are packed in ordinary memory,
// whatever Destination says. A pipe other than stdin can be read only once: ImageFile::read() opens and reads
// it, and the other functions throw before that.
std::unique_ptr<ImageFile> open_image(const std::string& path, const ReadOptions& options = {});
// The same for a file in memory, which must outlive the result. `name` is for messages.
std::unique_ptr<ImageFile> open_image(Bytes file, const std::string& name, const ReadOptions& options = {});

// Why sluice cannot read the file, if it has the extension and the content of an unsupported format (such as
// AVIF, HEIC, camera RAW); otherwise "". Reads the beginning of the file, and only if its extension matches.
std::string refused_by_name(const std::string& path);

// open_image() for callers that need only the format or the image.
inline ImageFormat probe(const std::string& path, const ReadOptions& options = {}) {
    return open_image(path, options)->header().format;
}
inline ImageFormat probe(Bytes file, const std::string& name, const ReadOptions& options = {}) {
    return open_image(file, name, options)->header().format;
}
inline HostImage read(const std::string& path, const ReadOptions& options = {}, const Warn& warn = {}) {
    return open_image(path, options)->read({}, warn);
}
inline HostImage read(Bytes file, const std::string& name, const ReadOptions& options = {},
                      const Warn& warn = {}) {
    return open_image(file, name, options)->read({}, warn);
}

}  // namespace sluice
