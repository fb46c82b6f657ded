// Files of several images that are read and written one after the other, such as video: only some of them are
// in memory, and a pipe will do. Interfaces that an ImageFile and an ImageWriter may also have.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/warn.hpp"

namespace sluice {

// Throws as ImageFile does. One thread at a time.
class SLUICE_API ImageStream {
public:
    virtual ~ImageStream() = default;

    // Whether the file is to be read so.
    virtual bool has_images() const = 0;
    // Of the file. REQUIRES: has_images(). Valid as long as this.
    virtual const Metadata& metadata() = 0;
    // Fills `dst`, which has the format of the file's header, with the next image. False if there is none.
    // REQUIRES: has_images(), and nothing else is read.
    virtual bool next(const HostView& dst, const Warn& warn) = 0;
};

class SLUICE_API ImageStreamWriter {
public:
    virtual ~ImageStreamWriter() = default;

    // Whether the rows of further images may follow in what ImageWriter::rows() returns.
    virtual bool takes_images() const = 0;
};

}  // namespace sluice
