// Where and how wide: the storage of each image and the shape of each pass, by device and format.
#pragma once

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/core/device_facts.hpp"
#include "pipeline/plan/cost/profile.hpp"
#include "pipeline/plan/options.hpp"
#include "pipeline/plan/primitives/disjoint.hpp"
#include "pipeline/plan/primitives/function.hpp"
#include "pipeline/plan/primitives/statistics.hpp"
#include "pipeline/plan/primitives/whole_sums.hpp"
#include "pipeline/plan/schedule/fuse.hpp"
#include "pipeline/plan/schedule/strategy.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// Rows are padded to the largest unit, and to a line of a CPU's cache.
constexpr std::size_t row_pixels = 16;
constexpr std::size_t row_bytes = 64;

struct Placement {
    Storage storage;
    std::string reason;
    bool planes = false;      // in rows: a plane for each channel
    bool normalized = false;  // in a natural image object: numbers from 0 to 1
};

// Image object or buffer, for so many rows at a time. `of_gather`: a pass with a Gather reads or makes it.
// `of_application`: it comes from the application's memory or goes there, and nothing else looks at
// neighbours in it. Throws Error(usage) when options demand what the device cannot do.
Placement place_image(const ImageFormat& format, std::size_t rows, const DeviceFacts& device,
                      StorageChoice choice, bool of_gather, bool of_application);
std::size_t row_pitch(const ImageFormat& format, Storage storage);  // bytes

// What a group of work-items makes at a time, where a pass goes over tiles of a Gather.
struct TileSize {
    std::size_t items = 1;              // of a group
    int pixels = 1;                     // in V
    std::size_t width = 0, height = 0;  // pixels of the result
};

// How a pass is cut. A unit is what a work-item handles at a time: whole texels of every image, or less where
// pixels are read one by one. A tile is what a group handles between two looks at where it is
// (pass_side_by_side.clh).
struct PassShape {
    int lanes = 4;         // of a pixel: 1 when all images are grey
    int pixels = 1;        // in V
    int unit = 4;          // pixels in a unit
    bool doubles = false;  // REAL is double
    bool planes = false;   // V is a vector of each channel, not of pixels
    std::size_t local = 1;
    std::size_t layers = 1;        // of the images; where a Reduce has tiles, all tiles of all layers
    std::size_t layer_groups = 1;  // groups that share a layer, or a tile of it
    std::size_t columns = 1;       // units in a row of the image
    std::size_t tile_width = 1;    // units; a power of two that divides `local` when items lie side by side
    int depth = 1;                 // units of a tile that are one item's: below each other, or in its row
    bool alone = false;            // a group is one item, which goes along rows
    bool windows = false;          // units of an item lie below each other without a gap
    bool overlaps = false;         // the last unit of a row ends with it, over pixels of the one before
    bool apart = false;            // pixels of a unit lie tile_width columns apart, where a tile is all image
    std::size_t lut_copies = 1;    // of tables in local memory that words are looked up in
    std::size_t tiles = 1;         // in a layer
    std::size_t run = 0;   // of tiles that a group takes one after the other; 0 = it strides through all
    std::string_view way;  // the name of the strategy that fitted it
    std::shared_ptr<const Strategy> strategy;  // of a Gather; null: each pixel for itself
    std::optional<TileSize> tile;              // that its groups make, where it goes over such
    double time = 0;  // predicted, in nanoseconds of a frame, where there is a choice
    std::string reason;

    int width() const { return lanes * pixels; }
    std::size_t groups() const { return layers * layer_groups; }
    std::size_t across() const { return ceil_div(columns, tile_width); }  // tiles in a row
    std::size_t tile_height() const {
        if (tile) return tile->height;
        return alone ? 1 : local / tile_width * static_cast<std::size_t>(depth);
    }
};

// Gathers of a pass that are sums over the same rectangles, of `bytes` each.
struct SumsOfPass {
    WholeSums window;
    std::size_t count = 1, bytes = 4;

    // Whether it is one that weighing its lines anew is exact for.
    bool weighed_once() const { return count == 1 && window.exact; }
};

// A Gather whose function makes a block of its result at a time (block.clh).
struct BlockNeeds {
    Reach reach;
    std::size_t around = 0;  // columns on either side of the outputs for which something is computed
};

// What decides about the shape of a pass.
struct PassNeeds {
    Profile profile;                     // of the device
    Domain domain;                       // that it goes over at a time: so many rows of a strip, or a tile
    int interleaved = 1;                 // its neighbours are so many columns away (interleaved.hpp)
    std::vector<ImageFormat> formats;    // of every image that it loads, makes or reduces
    std::size_t load_bytes = 1;          // of the widest pixel that it loads ...
    std::size_t store_bytes = 1;         // ... and stores
    std::size_t gather_bytes = 1;        // ... gathers from ...
    bool gathers = false;                // some of its images ...
    bool windows = false;                // ... by windows around each pixel alone ...
    bool samples = false;                // ... between pixels ...
    bool weighs = false;                 // ... or by weights of columns and rows ...
    bool turned = false;                 // ... or of whole ones, from rows below each other ...
    bool chooses = false;                // ... that only choose among pixels ...
    std::size_t window_pixels = 1;       // ... of which the largest window has so many ...
    Cost costs = Cost::plain;            // ... and the cost of these
    bool image_objects = false;          // one of its images is one
    bool by_pixel = false;               // all that it reads and stores come pixel by pixel
    bool apart = false;                  // these may lie apart: no two of them have to be neighbours
    bool planes = false;                 // it may see a vector of each channel
    bool lines = false;                  // a Point may take a whole line of the cache of its images at a time
    std::size_t word_steps = 0;          // Reduces that count packed words: steps that they bear; 0 = none do
    std::size_t word_bytes = row_bytes;  // ... and bytes of the narrowest pixel that they count
    bool stores = false;                 // images
    bool reduces = false;                // them
    std::size_t bins = 0;                // that work-items of a CPU count in, each in its own: of a channel
    std::size_t lookups = 0;             // of 8-bit words in local memory
    std::size_t scratch = 0;             // bytes of local memory for each work-item ...
    std::size_t shared = 0;              // ... and for all of a group together
    // A Gather whose image may come through tiles in local memory, if it has one.
    struct Tiled {
        const Separable* taps = nullptr;
        std::optional<ImageFormat> stored;      // of pixels that a tile may hold as they lie in memory ...
        bool plain = false;                     // ... which are weighed as they are, no Point before
        std::size_t rows = 1;                   // of the whole result
        std::vector<ImageFormat> packed;        // results that are written as whole texels
        Domain source = {};                     // its image's ...
        bool in_buffers = false;                // ... which is in a buffer, as are all results
        std::optional<SumsOfPass> sums;         // where it is one of those
        std::optional<BlockNeeds> block;        // where its function makes blocks; then there are no taps ...
        std::optional<Move> move;               // ... as where it moves whole pixels ...
        std::optional<RankFilter> rank_filter;  // ... as where it finds values of a rank
        std::optional<PrefixSums> prefix_sums;  // ... as where it adds up all pixels up to each
        std::optional<ImageFormat> samples;     // what is read, as it lies in memory, where it is plain
        std::optional<Disjoint> disjoint;  // where it is read by units, and its outputs share no pixel ...
        std::size_t line_bytes = 0;        // ... of a line that one of them weighs
    };
    std::optional<Tiled> tiled;
};
// By the strategy that is predicted to take the least time of all that fit; nullopt: none goes over samples.
std::optional<PassShape> place_pass(const PassNeeds& needs, const DeviceFacts& device,
                                    const PlanOptions& options);

// What the lanes of a Reduce count.
struct ReduceNeeds {
    ImageFormat format;  // of its image
    Reduction reduction;
    bool in_units = true;   // its pass has them as they are in memory
    bool masked = false;    // by another image
    bool only = true;       // nothing else is loaded or computed in the pass
    bool aligned = true;    // rows of all images of its pass are padded to whole words of its own
    bool by_lane = false;   // wants what only single lanes tell: positions, a histogram
    bool extremes = false;  // wants minimum and maximum, and nothing else
};
struct CountingChoice {
    Counting counting;
    std::string reason;
};
CountingChoice place_reduce(const ReduceNeeds& needs, const PlanOptions& options);

// How many channels of a Reduce a group folds at once: all, where there is local memory for it, or one.
std::size_t round_channels(std::size_t channel_bytes, std::size_t channels, const DeviceFacts& device);

// Who folds the partial results of the groups.
struct FinishChoice {
    bool last_group;  // the group that finishes last; else a kernel of its own
    std::string reason;
};
FinishChoice place_finish(const DeviceFacts& device, const PlanOptions& options);

// Words that are counted at once: a line of the cache on CPUs, two registers on GPUs.
std::size_t words_n(const DeviceFacts& device);

// Numbers of a table that a text may have, at most: CPUs' compilers take long over long loops.
std::size_t most_text_numbers(const DeviceFacts& device);
constexpr std::size_t numbers_of_place = 3;  // of a window's

// Pixels in a 16-byte texel.
int texel_pixels(const ImageFormat& format);
// Whether so many pixels of a packed image are no whole texels: a tile's results wait in local memory for the
// rest.
bool waits_for_texels(const ImageFormat& format, int pixels);

}  // namespace sluice
