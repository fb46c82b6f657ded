#include "pipeline/plan/strategies/medians/medians.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/strategies/ranks.hpp"
#include "pipeline/plan/strategies/tiles.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <bit>

namespace sluice::strategies {
namespace {

constexpr StrategyNumber medians_columns{"columns", 512, 0};  // of a tile, at most
constexpr StrategyNumber medians_groups{"groups", 4, 0};      // for each compute unit, at least
constexpr std::size_t most_rows_of_medians = 1024;
// Looks at samples: that a row of its lines takes; that putting 3 x 3, and 5 x 5 into order does; that a
// place does for each bit.
constexpr double looks_of_line = 3, looks_of_3 = 5, looks_of_5 = 33, looks_of_bit = 0.5;

std::optional<TileFit> fit_medians(const TileNeeds& needs) {
    const std::optional<RankFilter>& filter = needs.gather.rank_filter;
    if (!filter || filter->rank != Rank::middle || !filter->is_rectangle()) return std::nullopt;
    if (!needs.alone) return std::nullopt;  // a GPU looks at a pixel at a time as fast
    Medians shape;
    TileSize tile;
    tile.pixels = needs.pixels;
    shape.rank = filter->rank;
    shape.around = filter->around();
    const std::size_t rows = shape.around.rows(), columns = shape.around.columns(), places = rows * columns;
    const std::size_t bytes = sample_bytes(needs), waiting = staged_bytes(needs, needs.pixels);
    const auto unit = static_cast<std::size_t>(needs.unit), lanes = static_cast<std::size_t>(needs.lanes);
    shape.in_order = rows == columns && (rows == 3 || rows == 5);
    shape.many_places = bytes == 1 && places > 255;
    shape.steps = shape.in_order ? 1 : 4;
    shape.kept_lines = std::bit_ceil(rows);
    const auto set_width = [&](std::size_t most) {
        tile.width = std::min(most, ceil_div(needs.domain.width, unit) * unit);
        shape.line_samples = room_for(needs, (tile.width + needs.beside(columns)) * lanes);
    };
    const auto fits = [&] {
        const std::size_t lines = 1 + (shape.in_order ? 2 * rows : shape.kept_lines);
        return lines * shape.line_samples * bytes + tile.width * waiting <= needs.device.local_bytes;
    };
    set_widest(needs, needs.columns(medians_columns), 2 * unit, set_width, fits);
    if (!fits()) return std::nullopt;  // local memory is too small for its rows
    if (waiting > 0) shape.width = tile.width;
    tile.height =
        height_of_tiles(needs, tile.width, rows, needs.number(medians_groups), most_rows_of_medians);
    const double more = static_cast<double>(tile.height + rows) / static_cast<double>(tile.height);
    const double wider =
        static_cast<double>(tile.width + needs.beside(columns + 1)) / static_cast<double>(tile.width);
    const double counting = looks_of_bit * 8 * static_cast<double>(bytes * places);
    Weighing work;
    work.products = static_cast<double>(needs.domain.pixels()) * products_of_look(needs) *
                    (more * wider * looks_of_line + (!shape.in_order ? counting
                                                     : rows == 3     ? looks_of_3
                                                                     : looks_of_5));
    return TileFit{std::make_shared<Medians>(shape), tile, work,
                   cat(rows, " lines of ", tile.width + needs.beside(columns), " in local memory, ",
                       shape.in_order ? "put into order" : "counted bit by bit")};
}

}  // namespace

StrategyDef medians() { return of_tiles<fit_medians>("medians", {medians_columns, medians_groups}, true); }

}  // namespace sluice::strategies
