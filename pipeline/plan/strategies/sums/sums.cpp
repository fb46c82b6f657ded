#include "pipeline/plan/strategies/sums/sums.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/strategies/tiles.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>

namespace sluice::strategies {
namespace {

constexpr StrategyNumber sums_columns{"columns", 512, 256};         // of the image in a tile
constexpr StrategyNumber sums_bytes{"bytes", 256 << 10, 24 << 10};  // of local memory ...
constexpr StrategyNumber sums_lines{"lines", 4, 4};                 // ... and lines in it
constexpr StrategyNumber sums_groups{"groups", 4, 8};  // for each compute unit, where there is enough to do
constexpr std::size_t few_rows = 5;  // of a window, up to which weighing its lines is as fast
// Of a sample, where one item adds up what lies before each.
constexpr double products_of_alone = 6;
constexpr std::size_t least_slide = 16, most_slide = 256;

std::optional<TileFit> fit_sums(const TileNeeds& needs) {
    if (!needs.gather.sums) return std::nullopt;  // it is no sum of whole numbers
    const SumsOfPass& sums = *needs.gather.sums;
    if (sums.weighed_once() && sums.window.rows <= few_rows) return std::nullopt;  // its window has few rows
    Sums shape;
    TileSize tile;
    shape.count = sums.count;
    tile.items = needs.items;
    tile.pixels = needs.pixels;
    const auto unit = static_cast<std::size_t>(needs.unit), pixels = static_cast<std::size_t>(needs.pixels);
    const std::size_t beside = sums.window.columns - 1, width = needs.domain.width;
    const std::size_t sum_bytes = sums.count * sums.bytes * static_cast<std::size_t>(needs.lanes);
    const std::size_t staged = staged_bytes(needs, needs.pixels);
    const std::size_t parts =
        std::max(tile.items, sums.count * needs.number(sums_lines)) * sum_bytes / sums.count;
    const std::size_t local = needs.device.local_bytes;
    const auto bytes = [&] {
        return shape.lines * ((shape.columns + 1) * sum_bytes + tile.width * staged) + parts;
    };
    const auto set_columns = [&](std::size_t columns) {  // outputs are whole units
        tile.width = columns > beside ? (columns - beside) / unit * unit : 0;
        shape.columns = ceil_div(tile.width + beside, pixels) * pixels;
    };
    // At least half of the columns have outputs of their own.
    std::size_t columns = std::max(needs.number(sums_columns), tile.items * pixels);
    while (columns < 2 * beside) columns *= 2;
    set_columns(std::min(columns, ceil_div(width, unit) * unit + beside));
    shape.lines = needs.number(sums_lines);
    while (shape.lines > 1 && bytes() > std::min(needs.number(sums_bytes), local)) shape.lines /= 2;
    while (tile.width > unit && bytes() > local) set_columns(tile.width - unit + beside);
    if (tile.width < unit || bytes() > local)
        return std::nullopt;  // local memory is too small for a line of each sum

    // A tile begins with a window's rows, and then has two reads a row.
    tile.height = tile_height(needs, tile.width, needs.number(sums_groups),
                              std::max(least_slide, sums.window.rows / 2), most_slide);
    // Each line comes and goes, and each output takes two corners of its columns.
    const std::size_t tiles_down = ceil_div(needs.domain.height, tile.height);
    const auto lines = static_cast<double>(2 * needs.domain.height + tiles_down * sums.window.rows);
    Weighing work;
    work.products = lines * static_cast<double>(width * needs.domain.layers * sums.count);
    work.near = work.products;
    if (needs.alone) work.products *= products_of_alone;
    return TileFit{
        std::make_shared<Sums>(shape), tile, work,
        cat(shape.lines, " lines of ", shape.columns, " at a time in local memory, as sums that slide down")};
}

}  // namespace

StrategyDef sums() {
    return of_tiles<fit_sums>("sums that slide", {sums_columns, sums_bytes, sums_lines, sums_groups});
}

}  // namespace sluice::strategies
