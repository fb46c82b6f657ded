// The handle of an open image file: its header, the memory that reading needs, its pixels and its rows.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/pixel_memory.hpp"
#include "pipeline/core/rows.hpp"
#include "pipeline/core/shrunk.hpp"
#include "pipeline/core/warn.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sluice {

// What the header of an image file says.
struct ImageHeader {
    ImageHeader(ImageFormat of = {}) : format(std::move(of)), whole(format) {}

    ImageFormat format;      // of the image that is read: upright, with its colour profile
    ImageFormat whole;       // of the image in the file; larger than `format` if it is read smaller
    std::size_t shrink = 1;  // how many times smaller it is read, in both directions
    // The smaller sizes that the file can be read at, the smallest first. Empty if there is no choice.
    std::vector<Shrunk> smaller = {};
};

// What a file says of its image. No pixel is decoded for it.
struct ImageFacts {
    std::string format;       // of the file: "PNG"
    std::uint64_t bytes = 0;  // of the file
    ImageFormat image;        // upright, with its colour profile
    int bits = 0;             // of a sample in the file
    int orientation = 1;      // how the file has it, as in EXIF: 1 = upright
    std::size_t pages = 1;    // images in the file
    Metadata metadata;
};

// The file is opened once, and closed when the handle is destroyed. Use it from one thread at a time. All
// functions throw Error(input), with the name of the file, if it is gone, damaged, too large, or in a format
// that cannot be read.
class SLUICE_API ImageFile {
public:
    virtual ~ImageFile() = default;

    // Valid as long as the handle. read_smaller() changes it.
    virtual const ImageHeader& header() = 0;
    // Selects a smaller size for all later reads. REQUIRES: `as` is one of header().smaller.
    virtual void read_smaller(const Shrunk& /*as*/) {}

    // What the file says. `warn` is told what is wrong with its metadata, and may be empty.
    virtual ImageFacts facts(const Warn& /*warn*/) {
        throw Error(Error::Kind::input, "", "it is an image of the application's");
    }

    // The host memory that read() needs.
    virtual ReadMemory memory() { return {placed_bytes(header().format)}; }
    // Whether it can be read row by row, and the memory for that.
    virtual RowMemory row_memory() { return {"it is an image of the application's"}; }

    // Reads the image and its metadata, with the layout and memory of `wanted` if the format allows it.
    // `warn` may be empty.
    virtual HostImage read(const Destination& wanted, const Warn& warn) = 0;
    // Returns a reader that starts at the first row and gives packed pixels. Call rows() again to go back to
    // earlier rows; only one reader may exist at a time, and the handle must outlive it. Reading the rows may
    // call `warn`.
    virtual std::unique_ptr<RowReader> rows(const Warn& /*warn*/) {
        throw Error(Error::Kind::input, "", "it cannot be read row by row: " + row_memory().refusal);
    }
};

// The files of the Sources, by the id of the Source.
using ImageFiles = std::map<std::string, std::unique_ptr<ImageFile>>;

}  // namespace sluice
