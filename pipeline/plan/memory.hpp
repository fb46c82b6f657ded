// Device memory of a plan: images, Tables, and what rows of images lie there.
#pragma once

#include "pipeline/core/format.hpp"
#include "pipeline/core/table.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sluice {

// Rows of each layer of an image, or of what a pass goes over.
struct Rows {
    std::size_t first = 0, count = 0;

    std::size_t end() const { return first + count; }
    bool operator==(const Rows&) const = default;
};

// Image memory on the device. Rows are padded to whole 16 pixels and 64 bytes, so that every kernel may
// read and write whole 16-byte texels, 16 pixels at a time; those of natural image objects are not, nor those
// that are as on the host.
struct PlannedImage {
    std::string name;  // the id of the node that makes it
    ImageFormat format;
    Storage storage = Storage::buffer;
    std::string reason;     // why this storage
    std::size_t pitch = 0;  // bytes of a row; of a natural image object, where the host puts and finds it
    std::size_t rows = 0;   // in memory at a time, of all layers: all of them, or the most of a strip
    std::size_t slot = 0;   // images whose lives do not meet share one
    // Of Storage::rows: its samples lie side by side in the order of its format, whatever an application
    // lends. Else kernels ask the frame how they lie.
    bool as_planned = false;
    // No kernel reads it, and it is more than the caches of a CPU hold: it is written past them.
    bool past_cache = false;

    std::size_t texels() const { return pitch / 16; }  // packed ones, of a row: the width of an image object
    std::size_t bytes() const { return pitch * rows; }
    bool in_buffer() const { return storage == Storage::buffer || storage == Storage::rows; }
    bool padded() const { return storage == Storage::image || storage == Storage::buffer; }
};

enum class Zeroed { never, once, each_frame };  // once: when it is made, and kernels leave it so

struct PlannedTable {
    std::string name;
    TableLayout layout;  // empty for scratch
    std::size_t bytes = 0;
    Zeroed zeroed = Zeroed::never;
    std::vector<std::byte> given = {};  // what it holds before anything runs: no kernel writes to it
    std::size_t edition = 1;            // of `given`: goes up where live parameters change it
    // Each frame makes it from what the frame before made, which its kernel reads beside its own: the Session
    // has its memory, see run/kept_tables.hpp.
    bool kept = false;
};

}  // namespace sluice
