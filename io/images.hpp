// Images that come one after the other, from bytes that can be read once: those of a pipe.
#pragma once

#include "pipeline/core/format.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/warn.hpp"

#include <cstddef>
#include <functional>

namespace sluice {

// Fills `dst` with the next bytes, and says how many there are: fewer than `count` only at the end.
using ReadBytes = std::function<std::size_t(void* dst, std::size_t count)>;

// One thread at a time. Throws Error(input) without `where`.
class ImagesReader {
public:
    virtual ~ImagesReader() = default;

    // Of the file; valid as long as this.
    virtual const Metadata& metadata() const = 0;
    // Fills `dst`, which has the format of the file, with the next image. False if there is none.
    virtual bool next(const HostView& dst, const Warn& warn) = 0;
};

}  // namespace sluice
