// Reads pictures: from files, from stdin, from memory. Which format a picture is in is told by its content,
// never by its name.
#pragma once

#include "io/codec.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/pixel_memory.hpp"
#include "pipeline/core/rows.hpp"
#include "pipeline/core/shrunk.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

// What a picture may decode to. It is compared with the header before anything is decoded.
struct ReadOptions {
    std::size_t max_pixels = 0;                    // width x height; 0: max_bytes counts in its place
    std::size_t max_bytes = std::size_t{1} << 30;  // of the decoded image in host memory
    bool lenient = false;  // accept data that ends early or is damaged, with a warning
    Destination destination =
        {};                  // wanted; formats that are rarely met give packed pixels in ordinary memory
    int page = 1;            // of a file that holds several pictures; 0 = all, as the layers of one image
    int shrink = 1;          // how much smaller, in both directions; refused where the format cannot do it
    double max_seconds = 0;  // of processor time that decoding a file may take; 0: any
    ArrayLayout layout = ArrayLayout::automatic;  // of an NPY
    std::optional<Space> space =
        {};  // how values relate to light; what the file says, or its format, where empty
    Nodata nodata = {};
};

// What a file says before its pixels are decoded.
struct PictureHeader {
    ImageFormat format;  // that `read` will give; upright already, with sides swapped where EXIF says so;
                         // with its profile
    std::vector<Shrunk> smaller;  // for each ReadOptions::shrink (Shrunk::by) that can be asked for beside 1
};

// `path` "-" is stdin. Throws Error(input, path): what it is not, or is, and what would be right. Any thread.
PictureHeader read_header(const std::string& path, const ReadOptions& options = {});
ImageFormat probe(const std::string& path, const ReadOptions& options = {});  // the format of that

// Order rgb, 16 bit in the byte order of this machine; profiles in `metadata`.
// Throws as `probe`. `warn` may be empty; it is called on this thread.
HostImage read(const std::string& path, const ReadOptions& options = {}, const Warn& warn = {});

// What reading takes, told before a pixel is decoded; `format` is what `probe` said. Throws as `probe`.
ReadMemory memory_to_read(const std::string& path, const ImageFormat& format,
                          const ReadOptions& options = {});

// The same picture by its rows, from the top, with packed pixels: the file is open, and no more of it and of
// the picture is in memory than some rows. Whether that can be done, and what it takes, is said beforehand.
// Throws as `probe`; so does reading. `warn` is called where rows are read.
RowMemory memory_to_read_rows(const std::string& path, const ReadOptions& options = {});
std::unique_ptr<RowReader> open_rows(const std::string& path, const ReadOptions& options = {},
                                     const Warn& warn = {});

// Why a file cannot be read that has the extension of a format which sluice does not read (WebP, HEIC, raw
// pictures), and is one; else "". Looks at its beginning, and at no other file.
std::string refused_by_name(const std::string& path);

// The same from memory; `name` stands in messages. The bytes are not kept.
ImageFormat probe(Bytes file, const std::string& name, const ReadOptions& options = {});
HostImage read(Bytes file, const std::string& name, const ReadOptions& options = {}, const Warn& warn = {});

}  // namespace sluice
