#include "pipeline/plan/schedule/place_block.hpp"

#include "pipeline/core/ceil_div.hpp"

#include <algorithm>

namespace sluice {
namespace {

// An item of a GPU has one column of pixels, whose outputs are in registers; that of a CPU has all.
constexpr std::size_t gpu_block_items = 64, gpu_block_height = 8;
constexpr std::size_t cpu_block_width = 128, cpu_block_height = 16;
constexpr std::size_t least_block_items = 16;

}  // namespace

std::optional<TileShape> place_block(const BlockNeeds& block, const TileNeeds& needs,
                                     const DeviceFacts& device) {
    const auto unit = static_cast<std::size_t>(needs.unit), pixels = static_cast<std::size_t>(needs.pixels);
    const bool alone = needs.items == 1;
    const std::size_t pixel_bytes = static_cast<std::size_t>(needs.lanes) * needs.real_bytes;
    const std::size_t staged = staged_bytes(needs, needs.pixels);
    TileShape tile;
    tile.block = block;
    tile.pixels = needs.pixels;
    tile.height = alone ? cpu_block_height : gpu_block_height;
    tile.lines = tile.height + block.reach.top + block.reach.bottom;
    const std::size_t most = alone ? cpu_block_width : std::min(needs.items, gpu_block_items);
    for (std::size_t size = most; size >= (alone ? unit : least_block_items); size /= 2) {
        tile.items = alone ? 1 : size;
        const std::size_t columns = tile.items * pixels, around = 2 * block.around;
        tile.width = alone ? std::min(size, ceil_div(needs.domain.width, unit) * unit)
                           : (columns - std::min(columns, around)) / unit * unit;
        if (tile.width == 0) break;
        tile.columns = ceil_div(tile.width + block.reach.left + block.reach.right, pixels) * pixels + pixels;
        const std::size_t bytes =
            tile.lines * tile.columns * pixel_bytes +
            tile.height * ((tile.columns + pixels) * needs.real_bytes + tile.width * staged);
        if (bytes <= device.local_bytes) return tile;
    }
    return std::nullopt;
}

}  // namespace sluice
