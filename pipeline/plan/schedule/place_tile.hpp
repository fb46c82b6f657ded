// How large the tiles are from which a separable Gather is computed.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/core/enum_names.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/plan/primitives/bits_as_floats.hpp"
#include "pipeline/plan/primitives/even_columns.hpp"
#include "pipeline/plan/primitives/own_columns.hpp"
#include "pipeline/plan/primitives/row_lines.hpp"
#include "pipeline/plan/schedule/fuse.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace sluice {

// A Gather whose function makes a block of its result at a time (block.clh).
struct BlockNeeds {
    Reach reach;
    std::size_t around = 0;  // columns on either side of the outputs for which something is computed
};

// Outputs that weigh alike, and only what is image: all but those at its edges.
struct Straight {
    EvenColumns columns, rows;
};

// How a group makes a tile: from lines in local memory, straight from memory, straight where each column has
// weights of its own, along lines, by sums that slide down, as a block.
enum class TileWay { lines, straight, columns, walk, sums, block };
template <>
inline constexpr std::array<std::string_view, 6> names_of<TileWay>{
    "tiled", "straight", "straight by columns", "along lines", "sums that slide", "in blocks"};

// A group makes `width` x `height` pixels of the result from `lines` lines of `columns` pixels at a time,
// which are in local memory.
struct TileShape {
    std::size_t items = 1;  // of a group
    int pixels = 1;         // in V
    std::size_t width = 0, height = 0, columns = 0, lines = 1;
    bool stored = false;              // the tile holds pixels as they lie in memory, not as numbers
    std::size_t sums = 0;             // that slide down it (place_sums.hpp), where it is one of those
    std::optional<BlockNeeds> block;  // whose function makes it (place_block.hpp); lines are all of its rows
    RowLines rows;
    std::optional<EvenColumns> even;
    // Read from memory, not from lines in local memory: outputs that weigh alike, or columns of which each
    // has weights of its own (place_straight.hpp).
    std::optional<Straight> straight;
    std::optional<OwnColumns> own;
    // Items walk along lines of the image, so many each: what its columns add to which outputs, those of a
    // row turned around as well (place_walk.hpp).
    std::optional<RowLines> walk;
    bool lines_kept = false;  // of these: a row weighs lines that are kept; else they are added to open rows
    std::size_t sets = 0;     // of numbers, one for each row or line, that columns have in local memory
    bool bits = false;        // pixels are weighed as the bits that they are (bits_as_floats.hpp)

    TileWay way() const {
        return block      ? TileWay::block
               : sums > 0 ? TileWay::sums
               : straight ? TileWay::straight
               : own      ? TileWay::columns
               : walk     ? TileWay::walk
                          : TileWay::lines;
    }
    // What its weights are multiplied with: those in its tables, and those that straight takes as numbers.
    // The tables of that serve outputs at the edges, which are gathered plainly.
    WeightScales scales() const { return bits ? scales_of_bits : WeightScales{}; }
    WeightScales table_scales() const { return way() == TileWay::straight ? WeightScales{} : scales(); }
    // Whether its kernel is told by line, not by row, what is weighed down the image.
    bool takes_row_lines() const {
        return way() == TileWay::lines || (way() == TileWay::columns && !lines_kept);
    }
};

// Of those, of sums that slide and of blocks.
struct TileNeeds {
    Domain domain;         // of the result that a launch makes
    std::size_t rows = 1;  // of the whole result
    int lanes = 4, unit = 1;
    int pixels = 1;                                // in V, usually ...
    bool fixed_pixels = false;                     // ... and always
    std::size_t real_bytes = 4;                    // of a number
    std::optional<std::size_t> stored_bytes = {};  // of a pixel in memory, where the tile may hold it so
    std::vector<ImageFormat> packed = {};          // results in whole texels
    Domain source = {};                            // that it weighs
    bool in_buffers = false;                       // that, and all that the pass makes of it
    bool reduces = false;
    std::size_t items = 1;  // of a group, at most

    // A pixel of a sum, in numbers of 4 bytes.
    std::size_t pixel_numbers() const { return static_cast<std::size_t>(lanes) * real_bytes / 4; }
};

// Whether no output begins left of the one before, or above it.
bool rises(const Taps& taps);

// Bytes of an output that wait in local memory for the rest of their texel.
std::size_t staged_bytes(const TileNeeds& needs, int pixels);

// nullopt where no tile fits, and on GPUs for rows alone that do not weigh alike.
std::optional<TileShape> place_tile(const Separable& taps, const TileNeeds& needs, const DeviceFacts& device);

}  // namespace sluice
