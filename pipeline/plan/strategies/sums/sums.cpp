#include "pipeline/plan/strategies/sums/sums.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/strategies/tiles.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>

namespace sluice::strategies {
namespace {

struct SumLimits {
    std::size_t columns;       // of the image in a tile, at least
    std::size_t bytes, lines;  // of local memory, and lines in it, where more are not needed
    std::size_t groups;        // for each compute unit, where there is enough to do
};
constexpr SumLimits gpu_sums{256, 24 << 10, 4, 8};
constexpr SumLimits cpu_sums{512, 256 << 10, 4, 4};
constexpr std::size_t few_rows = 5;  // of a window, up to which weighing its lines is as fast
constexpr std::size_t least_slide = 16, most_slide = 256;

std::optional<TileFit> fit_sums(const TileNeeds& needs) {
    if (!needs.gather.sums) return std::nullopt;  // it is no sum of whole numbers
    const SumsOfPass& sums = *needs.gather.sums;
    if (sums.weighed_once() && sums.window.rows <= few_rows) return std::nullopt;  // its window has few rows
    const SumLimits& limits = needs.items == 1 ? cpu_sums : gpu_sums;
    Sums shape;
    TileSize tile;
    shape.count = sums.count;
    tile.items = needs.items;
    tile.pixels = needs.pixels;
    const auto unit = static_cast<std::size_t>(needs.unit), pixels = static_cast<std::size_t>(needs.pixels);
    const std::size_t beside = sums.window.columns - 1, width = needs.domain.width;
    const std::size_t sum_bytes = sums.count * sums.bytes * static_cast<std::size_t>(needs.lanes);
    const std::size_t staged = staged_bytes(needs, needs.pixels);
    const std::size_t parts = std::max(tile.items, sums.count * limits.lines) * sum_bytes / sums.count;
    const std::size_t local = needs.device.local_bytes;
    const auto bytes = [&] {
        return shape.lines * ((shape.columns + 1) * sum_bytes + tile.width * staged) + parts;
    };
    const auto set_columns = [&](std::size_t columns) {  // outputs are whole units
        tile.width = columns > beside ? (columns - beside) / unit * unit : 0;
        shape.columns = ceil_div(tile.width + beside, pixels) * pixels;
    };
    // At least half of the columns have outputs of their own.
    std::size_t columns = std::max(limits.columns, tile.items * pixels);
    while (columns < 2 * beside) columns *= 2;
    set_columns(std::min(columns, ceil_div(width, unit) * unit + beside));
    shape.lines = limits.lines;
    while (shape.lines > 1 && bytes() > std::min(limits.bytes, local)) shape.lines /= 2;
    while (tile.width > unit && bytes() > local) set_columns(tile.width - unit + beside);
    if (tile.width < unit || bytes() > local)
        return std::nullopt;  // local memory is too small for a line of each sum

    // A tile begins with a window's rows, and then has two reads a row.
    const std::size_t across = ceil_div(width, tile.width) * needs.domain.layers;
    const std::size_t wanted = std::max<std::size_t>(1, needs.device.compute_units * limits.groups);
    tile.height = std::clamp(needs.domain.height * across / wanted,
                             std::max(least_slide, sums.window.rows / 2), most_slide);
    // Each line comes and goes, and each output takes two corners of its columns.
    const std::size_t tiles_down = ceil_div(needs.domain.height, tile.height);
    const auto lines = static_cast<double>(2 * needs.domain.height + tiles_down * sums.window.rows);
    Weighing work;
    work.products = lines * static_cast<double>(width * needs.domain.layers * sums.count);
    work.near = work.products;
    return TileFit{
        std::make_shared<Sums>(shape), tile, work,
        cat(shape.lines, " lines of ", shape.columns, " at a time in local memory, as sums that slide down")};
}

}  // namespace

StrategyDef sums() { return of_tiles<fit_sums>("sums that slide"); }

}  // namespace sluice::strategies
