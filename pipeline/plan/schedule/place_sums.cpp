#include "pipeline/plan/schedule/place_sums.hpp"

#include "pipeline/core/ceil_div.hpp"

#include <algorithm>

namespace sluice {
namespace {

struct SumLimits {
    std::size_t columns;       // of the image in a tile, at least
    std::size_t bytes, lines;  // of local memory, and lines in it, where more are not needed
    std::size_t groups;        // for each compute unit, where there is enough to do
};
constexpr SumLimits gpu_sums{256, 24 << 10, 4, 8};
constexpr SumLimits cpu_sums{512, 256 << 10, 4, 4};
// Rows of a window up to which a tile of weighed lines (pass_tiled.clh) is as fast.
constexpr std::size_t few_rows = 5;
constexpr std::size_t least_slide = 16, most_slide = 256;

}  // namespace

bool SumsOfPass::slide() const { return count > 1 || !window.exact || window.rows > few_rows; }

std::optional<TileShape> place_sums(const SumsOfPass& sums, const TileNeeds& needs,
                                    const DeviceFacts& device) {
    const SumLimits& limits = needs.items == 1 ? cpu_sums : gpu_sums;
    TileShape tile;
    tile.sums = sums.count;
    tile.items = needs.items;
    tile.pixels = needs.pixels;
    const auto unit = static_cast<std::size_t>(needs.unit), pixels = static_cast<std::size_t>(needs.pixels);
    const std::size_t beside = sums.window.columns - 1, width = needs.domain.width;
    const std::size_t sum_bytes = sums.count * sums.bytes * static_cast<std::size_t>(needs.lanes);
    const std::size_t staged = staged_bytes(needs, needs.pixels);
    const std::size_t parts = std::max(tile.items, sums.count * limits.lines) * sum_bytes / sums.count;
    const auto bytes = [&] {
        return tile.lines * ((tile.columns + 1) * sum_bytes + tile.width * staged) + parts;
    };
    const auto set_columns = [&](std::size_t columns) {  // outputs are whole units
        tile.width = columns > beside ? (columns - beside) / unit * unit : 0;
        tile.columns = ceil_div(tile.width + beside, pixels) * pixels;
    };
    // At least half of the columns have outputs of their own.
    std::size_t columns = std::max(limits.columns, tile.items * pixels);
    while (columns < 2 * beside) columns *= 2;
    set_columns(std::min(columns, ceil_div(width, unit) * unit + beside));
    tile.lines = limits.lines;
    while (tile.lines > 1 && bytes() > std::min(limits.bytes, device.local_bytes)) tile.lines /= 2;
    while (tile.width > unit && bytes() > device.local_bytes) set_columns(tile.width - unit + beside);
    if (tile.width < unit || bytes() > device.local_bytes) return std::nullopt;

    // A tile begins with a window's rows, and then has two reads a row.
    const std::size_t across = ceil_div(width, tile.width) * needs.domain.layers;
    const std::size_t wanted = std::max<std::size_t>(1, device.compute_units * limits.groups);
    tile.height = std::clamp(needs.domain.height * across / wanted,
                             std::max(least_slide, sums.window.rows / 2), most_slide);
    return tile;
}

}  // namespace sluice
