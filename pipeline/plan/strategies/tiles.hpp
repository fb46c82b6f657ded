// What strategies for passes over tiles are told of a pass, and what they make of it.
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
    DeviceFacts device;  // its local memory is what the pass leaves
    Domain domain;       // of the result that a launch makes
    int lanes = 4, unit = 1;
    int pixels = 1;                                // in V, usually ...
    bool fixed_pixels = false;                     // ... and always
    bool alone = false;                            // a group is one item
    int interleaved = 1;                           // columns from a pixel to its neighbour
    std::size_t real_bytes = 4;                    // of a number
    std::optional<std::size_t> stored_bytes = {};  // of a pixel in memory, where the tile may hold it so
    bool reduces = false;
    bool once = false;      // there are few frames of this size: one text for many sizes is better
    std::size_t items = 1;  // of a group, at most
    StrategyNumbers numbers = {};

    std::size_t number(const StrategyNumber& of) const { return numbers.of(of, items == 1); }
    // Columns of a tile, by a number that on CPUs is of pixels of four lanes: of grey ones as many samples.
    std::size_t columns(const StrategyNumber& of) const {
        return alone ? 4 * number(of) / static_cast<std::size_t>(lanes) : number(of);
    }
    // Columns that so many neighbours in a row reach beyond the first.
    std::size_t beside(std::size_t neighbours) const {
        return (neighbours - 1) * static_cast<std::size_t>(interleaved);
    }
    const Separable& taps() const { return *gather.taps; }
    // A pixel of a sum, in numbers of 4 bytes.
    std::size_t pixel_numbers() const { return static_cast<std::size_t>(lanes) * real_bytes / 4; }
};

// What fits.
struct TileFit {
    std::shared_ptr<const Strategy> strategy;
    TileSize tile;
    Weighing work;
    std::string reason;  // "whose items walk along lines of the image"
};
using FitTiles = std::optional<TileFit>(const TileNeeds& needs);

// The pass that goes over such tiles: a group for each (on CPUs, one for some of them), and one item's pieces
// one by one.
std::optional<PassShape> fit_tiles(const PassNeeds& needs, const StrategyNumbers& numbers,
                                   const DeviceFacts& device, const PlanOptions& options, FitTiles* fit);
template <FitTiles* fit>
StrategyDef of_tiles(std::string_view name, std::vector<StrategyNumber> numbers, bool interleaved = false) {
    return {name, std::move(numbers),
            [](const PassNeeds& needs, const StrategyNumbers& numbers, const DeviceFacts& device,
               const PlanOptions& options) { return fit_tiles(needs, numbers, device, options, fit); },
            interleaved};
}

// Whether no output begins left of the one before, or above it.
bool rises(const Taps& taps);
// The most pixels that `size` outputs side by side weigh, the first at a multiple of `size`; those of an
// output lie `interleaved` columns apart. REQUIRES: rises(taps).
std::size_t extent_of(const Taps& taps, std::size_t size, int interleaved = 1);
// Whether the pass weighs columns and rows of one Gather, or sums that this is exact for.
bool weighs_once(const TileNeeds& needs);
// Whether all that a Gather weighs comes straight from a buffer, goes to buffers, and nothing is reduced.
bool streams(const TileNeeds& needs);
// Whether what lies in memory is weighed as the bits that it is, where so many pixels are in V.
bool weighs_bits(const TileNeeds& needs, int pixels);
// Lines of its image that each pixel of a column of tiles is made of, all tiles together: those that two
// tiles need count twice.
double lines_of_tiles(const TileNeeds& needs, const TileSize& tile);
// Rows of tiles so wide that there are `groups` of them for each compute unit, but not less or more than so
// many; `least` wins where it is more than `most`.
std::size_t tile_height(const TileNeeds& needs, std::size_t width, std::size_t groups, std::size_t least,
                        std::size_t most);
// Sets the width of tiles to `most` columns, in whole units, and halves it while that does not fit and it is
// more than `least`.
void set_widest(const TileNeeds& needs, std::size_t most, std::size_t least,
                const std::function<void(std::size_t)>& set_width, const std::function<bool()>& fits);
// Bytes of an output that wait in local memory for the rest of their texel.
std::size_t staged_bytes(const TileNeeds& needs, int pixels);

}  // namespace sluice::strategies
