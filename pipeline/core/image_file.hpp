// An image file that is open: what its header says, what reading it takes, and its pixels, by one handle.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/pixel_memory.hpp"
#include "pipeline/core/rows.hpp"
#include "pipeline/core/shrunk.hpp"
#include "pipeline/core/warn.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sluice {

// What the header of an image says.
struct ImageHeader {
    ImageHeader(ImageFormat of = {}) : format(std::move(of)), whole(format) {}

    ImageFormat format;      // that reading gives: upright, with its colour profile
    ImageFormat whole;       // of the image in the file, which has more pixels where it is read smaller
    std::size_t shrink = 1;  // by how much smaller, in both directions
    // As which it can be read in the place of that; the smallest first. Empty where there is no choice.
    std::vector<Shrunk> smaller = {};
};

// Opens its file once, and lets go of it at its end. One thread at a time. All functions throw Error(input)
// that names the file: it is gone, damaged, too large, of a format that cannot be read.
class SLUICE_API ImageFile {
public:
    virtual ~ImageFile() = default;

    // As long as this lives, and until read_smaller() changes it.
    virtual const ImageHeader& header() = 0;
    // From now on it is read like this. REQUIRES: one of header().smaller.
    virtual void read_smaller(const Shrunk& /*as*/) {}

    // What reading takes.
    virtual ReadMemory memory() { return {placed_bytes(header().format)}; }
    // Whether it can be read row by row, and what that takes.
    virtual RowMemory row_memory() { return {"it is an image of the application's"}; }

    // The image, where `wanted` says as far as its format allows that; metadata too. `warn` may be empty.
    virtual HostImage read(const Destination& wanted, const Warn& warn) = 0;
    // The same from the top, by its rows, with packed pixels; `warn` is called where they are read. As often
    // as rows are needed which are gone, one reader at a time; this must outlive them.
    virtual std::unique_ptr<RowReader> rows(const Warn& /*warn*/) {
        throw Error(Error::Kind::input, "", "it cannot be read row by row: " + row_memory().refusal);
    }
};

// By the id of the Source that each is the file of.
using ImageFiles = std::map<std::string, std::unique_ptr<ImageFile>>;

}  // namespace sluice
