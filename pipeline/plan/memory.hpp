// The device memory of a plan: images, Tables, and the rows of images in memory.
#pragma once

#include "pipeline/core/format.hpp"
#include "pipeline/core/normalized_texel.hpp"
#include "pipeline/core/table.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// Rows of each layer of an image, or of the domain of a pass.
struct Rows {
    std::size_t first = 0, count = 0;

    std::size_t end() const { return first + count; }
    bool operator==(const Rows&) const = default;
};

// The memory of an image on the device. Rows are padded to multiples of 16 pixels and 64 bytes, so that every
// kernel may read and write whole texels of 16 bytes, 16 pixels at a time. Natural image objects and
// Storage::rows have no such padding.
struct PlannedImage {
    std::string name;  // the id of the node that makes it
    ImageFormat format;
    Storage storage = Storage::buffer;
    std::string reason;     // why this storage
    std::size_t pitch = 0;  // bytes of a row; of a natural image object, where the host puts and finds it
    std::size_t rows = 0;   // in memory at a time, of all layers: all of them, or the most of a strip
    std::size_t slot = 0;   // images whose lives do not meet share one
    // For Storage::rows: samples are adjacent and in the order of the format, whatever an application lends.
    // Otherwise, the frame tells the kernels the layout.
    bool as_planned = false;
    // For Storage::rows: each channel has a plane of its own. Otherwise, the samples of a pixel are adjacent.
    // Excludes as_planned.
    bool planes = false;
    // For Storage::natural: texels hold normalized numbers (normalized_texel.hpp).
    bool normalized = false;
    // No kernel reads it, and it is more than the caches of a CPU hold: it is written past them.
    bool past_cache = false;

    std::size_t texels() const { return pitch / 16; }  // packed ones, of a row: the width of an image object
    std::size_t bytes() const { return pitch * rows; }
    // Of an image object.
    std::string_view texel() const {
        if (storage != Storage::natural) return packed_texel;
        return normalized ? normalized_texel(format) : natural_texel(format);
    }
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
    // Each frame makes this Table from the one of the previous frame, which its kernel also reads. The
    // Session has the memory: see run/kept_tables.hpp.
    bool kept = false;
};

}  // namespace sluice
