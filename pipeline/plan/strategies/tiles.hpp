// For strategies over tiles: what they know about a pass (TileNeeds), and what they return (TileFit).
#pragma once

#include "pipeline/plan/schedule/place.hpp"
#include "pipeline/plan/schedule/strategy.hpp"
#include "pipeline/plan/strategies/weighing.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice::strategies {

struct TileNeeds {
    const PassNeeds::Tiled& gather;
    DeviceFacts device;  // local_bytes is what the pass leaves free
    Domain domain;       // of the result of one launch
    int lanes = 4, unit = 1;
    int pixels = 1;                                // in V by default ...
    bool fixed_pixels = false;                     // ... and in any case
    bool alone = false;                            // each group is a single work-item
    int interleaved = 1;                           // columns from a pixel to its right neighbour
    std::size_t real_bytes = 4;                    // of a number in a kernel
    std::optional<std::size_t> stored_bytes = {};  // of a stored pixel, if tiles may hold it as stored
    bool reduces = false;
    bool once = false;      // few frames have this size: prefer one text for many sizes
    std::size_t items = 1;  // work-items of a group, at most
    StrategyNumbers numbers = {};

    std::size_t number(const StrategyNumber& of) const { return numbers.of(of, items == 1); }
    // Columns of a tile. On CPUs the number counts pixels of four lanes; grey tiles have as many samples.
    std::size_t columns(const StrategyNumber& of) const {
        return alone ? 4 * number(of) / static_cast<std::size_t>(lanes) : number(of);
    }
    // Columns from the first to the last of `neighbours` adjacent pixels.
    std::size_t beside(std::size_t neighbours) const {
        return (neighbours - 1) * static_cast<std::size_t>(interleaved);
    }
    const Separable& taps() const { return *gather.taps; }
    // The size of a pixel of sums, in numbers of 4 bytes.
    std::size_t pixel_numbers() const { return static_cast<std::size_t>(lanes) * real_bytes / 4; }
};

// How a strategy fits a pass.
struct TileFit {
    std::shared_ptr<const Strategy> strategy;
    TileSize tile;
    Weighing work;
    std::string reason;  // "whose items walk along lines of the image"
};
using FitTiles = std::optional<TileFit>(const TileNeeds& needs);

// The shape of a pass over the tiles that `fit` returns; nullopt if it returns nothing. Each tile has a group
// (on CPUs, a group has several tiles), and each work-item makes its pieces one by one.
std::optional<PassShape> fit_tiles(const PassNeeds& needs, const StrategyNumbers& numbers,
                                   const DeviceFacts& device, const PlanOptions& options, FitTiles* fit);
template <FitTiles* fit>
StrategyDef of_tiles(std::string_view name, std::vector<StrategyNumber> numbers, bool interleaved = false) {
    return {name, std::move(numbers),
            [](const PassNeeds& needs, const StrategyNumbers& numbers, const DeviceFacts& device,
               const PlanOptions& options) { return fit_tiles(needs, numbers, device, options, fit); },
            interleaved};
}

// Whether no output starts before the previous one.
bool rises(const Taps& taps);
// The most pixels that `size` adjacent outputs weigh, if the first one is at a multiple of `size`. The pixels
// of an output are `interleaved` columns apart. REQUIRES: rises(taps).
std::size_t extent_of(const Taps& taps, std::size_t size, int interleaved = 1);
// Whether the pass weighs columns and rows once: those of a single Gather, or of sums that allow it exactly.
bool weighs_once(const TileNeeds& needs);
// Whether the pass only reads a buffer, weighs its pixels, and writes buffers, without a reduction.
bool streams(const TileNeeds& needs);
// Whether stored pixels are weighed as their bits, if V holds `pixels` pixels.
bool weighs_bits(const TileNeeds& needs, int pixels);
// How many lines of the image a column of tiles reads. Lines that two tiles read count twice.
double lines_of_tiles(const TileNeeds& needs, const TileSize& tile);
// The height of tiles with which each compute unit gets `groups` tiles, at most `most` and at least `least`
// rows. `least` counts more than `most`.
std::size_t tile_height(const TileNeeds& needs, std::size_t width, std::size_t groups, std::size_t least,
                        std::size_t most);
// Sets the width of tiles to `most` columns, in whole units. Halves it until it fits, or is not above
// `least`.
void set_widest(const TileNeeds& needs, std::size_t most, std::size_t least,
                const std::function<void(std::size_t)>& set_width, const std::function<bool()>& fits);
// Bytes of each output that wait in local memory for the rest of their texel.
std::size_t staged_bytes(const TileNeeds& needs, int pixels);

}  // namespace sluice::strategies
