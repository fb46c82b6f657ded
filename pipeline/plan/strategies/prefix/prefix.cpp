#include "pipeline/plan/strategies/prefix/prefix.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/strategies/tiles.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <bit>

namespace sluice::strategies {
namespace {

constexpr StrategyNumber prefix_bytes{"bytes", 8192, 0};       // of the sums of a row of a tile
constexpr StrategyNumber prefix_stripe{"stripe", 1 << 21, 0};  // bytes of the sums of its columns, at most
constexpr StrategyNumber prefix_groups{"groups", 1, 0};        // for each compute unit: bands
constexpr std::size_t least_rows_of_prefix = 64, most_rows_of_stripes = 512;
// Products that adding a pixel to its column takes as long as; all that is done for one of the result.
constexpr double products_of_above = 2, products_of_sum = 12;

// Kinds of blocks that so many pixels have: single ones, blocks of these, and so on.
std::size_t kinds_of_blocks(std::size_t pixels) {
    std::size_t kinds = 1;
    for (std::size_t of = std::size_t{1} << prefix_shift; of < pixels; of <<= prefix_shift) ++kinds;
    return kinds;
}

std::optional<TileFit> fit_prefix(const TileNeeds& needs) {
    if (!needs.gather.prefix_sums || !needs.alone) return std::nullopt;
    Prefix shape;
    TileSize tile;
    tile.pixels = needs.pixels;
    shape.exact = needs.gather.prefix_sums->exact;
    const auto unit = static_cast<std::size_t>(needs.unit), lanes = static_cast<std::size_t>(needs.lanes);
    const Domain& source = needs.gather.source;
    if (!shape.exact) {
        shape.down_kinds = kinds_of_blocks(source.height);
        shape.across_kinds = kinds_of_blocks(source.width);
    }
    const std::size_t block = std::max(unit, std::size_t{1} << prefix_shift);
    const std::size_t all = ceil_div(needs.domain.width, unit) * unit;
    const std::size_t waiting = staged_bytes(needs, needs.pixels);
    const std::size_t bands =
        std::max<std::size_t>(1, needs.device.compute_units * needs.number(prefix_groups));
    // Of a tile, of a stripe and of a band: whole blocks, tiles side by side, rows.
    std::size_t blocks =
        std::max<std::size_t>(1, needs.number(prefix_bytes) / (block * lanes * needs.real_bytes));
    std::size_t tiles = std::bit_ceil(ceil_div(all, blocks * block));
    std::size_t height =
        std::max(ceil_div(needs.domain.height, bands), std::min(needs.domain.height, least_rows_of_prefix));
    const auto fits = [&] {
        tile.width = std::min(blocks * block, all);
        tile.height = height;
        shape.tiles = tiles;
        shape.row_samples = room_for(needs, tile.width * lanes);
        shape.line_samples = room_for(needs, std::min(tiles * tile.width, all) * lanes);
        shape.carried_rows = tiles * tile.width < all ? std::bit_ceil(height) : 1;
        const std::size_t numbers = 2 * shape.down_kinds * shape.line_samples + shape.row_samples +
                                    shape.carried_rows * 2 * shape.across_kinds * lanes;
        const std::size_t kept = 2 * shape.down_kinds * shape.line_samples * needs.real_bytes;
        return (tiles == 1 || kept <= needs.number(prefix_stripe)) &&
               numbers * needs.real_bytes + tile.width * waiting <= needs.device.local_bytes;
    };
    while (!fits()) {
        std::size_t* const most = tiles > 1 ? &tiles : blocks > 1 ? &blocks : &height;
        if (*most == 1) return std::nullopt;  // local memory is too small for a block
        *most /= 2;
        // What goes on with the next stripe takes more room, the more rows there are.
        height = std::min(height, most_rows_of_stripes);
    }
    if (waiting > 0) shape.width = tile.width;
    const double below = static_cast<double>(ceil_div(needs.domain.height, tile.height) - 1) / 2;
    Weighing work;
    work.products =
        static_cast<double>(needs.domain.pixels()) * (products_of_sum + below * products_of_above);
    return TileFit{std::make_shared<Prefix>(shape), tile, work,
                   cat("added up from the first row on, ", shape.exact ? "in any order" : "in blocks")};
}

}  // namespace

StrategyDef prefix() {
    return of_tiles<fit_prefix>("prefix sums", {prefix_bytes, prefix_stripe, prefix_groups});
}

}  // namespace sluice::strategies
