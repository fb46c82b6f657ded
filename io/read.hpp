// Reads pictures: from files, from stdin, from memory. Which format a picture is in is told by its content,
// never by its name.
#pragma once

#include "io/codec.hpp"
#include "pipeline/core/image_file.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace sluice {

// What a picture may decode to. It is compared with the header before anything is decoded.
struct ReadOptions {
    std::size_t max_pixels = 0;                    // width x height; 0: max_bytes counts in its place
    std::size_t max_bytes = std::size_t{1} << 30;  // of the decoded image in host memory
    bool lenient = false;  // accept data that ends early or is damaged, with a warning
    int page = 1;          // of a file that holds several pictures; 0 = all, as the layers of one image
    int shrink = 0;        // how much smaller, in both directions; refused where the format cannot do it; 0:
                           // not at all, but ImageFile::read_smaller() may say otherwise
    double max_seconds = 0;  // of processor time that decoding a file may take; 0: any
    // How values relate to light; what the file says, or its format, where empty.
    std::optional<Space> space = {};
    Nodata nodata = {};
    Values of_format = {};  // of load_options() (codec_options.hpp); each format takes its own
};

// A file whose header was read and fits the options. `path` "-" is stdin. Throws Error(input, path): what it
// is not, or is, and what would be right; so do the functions of the file. Any thread.
//
// Pixels: order rgb, 16 bit in the byte order of this machine; formats that are rarely met are packed in
// ordinary memory, whatever Destination says. A pipe other than stdin gives its bytes once: it is opened and
// read by ImageFile::read(), and until then the other functions throw.
std::unique_ptr<ImageFile> open_image(const std::string& path, const ReadOptions& options = {});
// The same of bytes in memory, which must outlive it; `name` stands in messages.
std::unique_ptr<ImageFile> open_image(Bytes file, const std::string& name, const ReadOptions& options = {});

// Why a file cannot be read that has the extension of a format which sluice does not read (AVIF, HEIC, raw
// pictures), and is one; else "". Looks at its beginning, and at no other file.
std::string refused_by_name(const std::string& path);

// What open_image() gives, of whoever wants one thing of it.
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
