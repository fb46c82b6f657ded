#include "pipeline/plan/strategies/block/block.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/strategies/tiles.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>

namespace sluice::strategies {
namespace {

// An item of a GPU has one column of pixels, whose outputs are in registers; that of a CPU has all.
constexpr StrategyNumber block_items{"items", 0, 64}, block_width{"width", 128, 0},
    block_height{"height", 16, 8};
constexpr std::size_t least_block_items = 16;

std::optional<TileFit> fit_block(const TileNeeds& needs) {
    if (!needs.gather.block) return std::nullopt;  // its function makes no blocks
    const BlockNeeds& block = *needs.gather.block;
    const auto unit = static_cast<std::size_t>(needs.unit), pixels = static_cast<std::size_t>(needs.pixels);
    const std::size_t pixel_bytes = static_cast<std::size_t>(needs.lanes) * needs.real_bytes;
    const std::size_t staged = staged_bytes(needs, needs.pixels);
    const bool alone = needs.items == 1;
    Block shape;
    TileSize tile;
    shape.needs = block;
    tile.pixels = needs.pixels;
    tile.height = needs.number(block_height);
    shape.lines = tile.height + block.reach.top + block.reach.bottom;
    const std::size_t most =
        alone ? needs.number(block_width) : std::min(needs.items, needs.number(block_items));
    for (std::size_t size = most; size >= (alone ? unit : least_block_items); size /= 2) {
        tile.items = alone ? 1 : size;
        const std::size_t columns = tile.items * pixels, around = 2 * block.around;
        tile.width = alone ? std::min(size, ceil_div(needs.domain.width, unit) * unit)
                           : (columns - std::min(columns, around)) / unit * unit;
        if (tile.width == 0) break;
        shape.columns = ceil_div(tile.width + block.reach.left + block.reach.right, pixels) * pixels + pixels;
        const std::size_t bytes =
            shape.lines * shape.columns * pixel_bytes +
            tile.height * ((shape.columns + pixels) * needs.real_bytes + tile.width * staged);
        const Weighing work{static_cast<double>(needs.domain.pixels() * block.reach.pixels())};
        if (bytes <= needs.device.local_bytes)
            return TileFit{std::make_shared<Block>(shape), tile, work,
                           cat(shape.lines, " lines of ", shape.columns,
                               " at a time in local memory, which the group makes together")};
    }
    return std::nullopt;  // local memory is too small for the pixels around a block
}

}  // namespace

StrategyDef block() { return of_tiles<fit_block>("in blocks", {block_items, block_width, block_height}); }

}  // namespace sluice::strategies
