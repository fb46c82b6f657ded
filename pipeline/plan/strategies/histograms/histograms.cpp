#include "pipeline/plan/strategies/histograms/histograms.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/strategies/ranks.hpp"
#include "pipeline/plan/strategies/tiles.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <bit>

namespace sluice::strategies {
namespace {

constexpr StrategyNumber histograms_columns{"columns", 512, 0};  // of a tile, at most
constexpr StrategyNumber histograms_groups{"groups", 2, 0};      // for each compute unit, at least
constexpr std::size_t most_rows_of_histograms = 2048;
constexpr std::size_t columns_of_room = 128;
// Of a column: how often each value, or a lower one, is among 16; and how often their upper halves are.
constexpr std::size_t bytes_of_histogram = 16 * (16 + 1);
// What a column counts, a byte, and what a rectangle does.
constexpr std::size_t most_of_column = 255, most_of_rectangle = 65535;
// Looks at samples that a column takes for each line, and an output.
constexpr double looks_of_column = 250, looks_of_output = 370;

// Lanes that a median is found of: those that alpha, or nothing, lies in are as they were.
std::size_t counted_lanes(const ImageFormat& format) {
    const auto lanes = static_cast<std::size_t>(format.lanes());
    return lanes == 4 && (format.channels == 3 || format.has_alpha()) ? 3 : lanes;
}

std::optional<TileFit> fit_histograms(const TileNeeds& needs) {
    const std::optional<RankFilter>& filter = needs.gather.rank_filter;
    if (!filter || filter->rank != Rank::middle || !filter->is_rectangle()) return std::nullopt;
    if (!needs.alone || sample_bytes(needs) != 1) return std::nullopt;  // 16 bits have too many values
    Histograms shape;
    TileSize tile;
    tile.pixels = needs.pixels;
    shape.rank = filter->rank;
    shape.around = filter->around();
    shape.counted = counted_lanes(*needs.gather.samples);
    const std::size_t rows = shape.around.rows(), columns = shape.around.columns();
    if (rows > most_of_column || rows * columns > most_of_rectangle) return std::nullopt;
    const std::size_t waiting = staged_bytes(needs, needs.pixels);
    const auto unit = static_cast<std::size_t>(needs.unit), lanes = static_cast<std::size_t>(needs.lanes);
    shape.lines = std::bit_ceil(rows);
    const auto set_width = [&](std::size_t most) {
        tile.width = std::min(most, ceil_div(needs.domain.width, unit) * unit);
        shape.columns = ceil_div(tile.width + columns, columns_of_room) * columns_of_room;
        shape.line_samples = room_for(needs, (tile.width + columns - 1) * lanes);
    };
    const auto fits = [&] {
        return shape.columns * shape.counted * bytes_of_histogram + (1 + shape.lines) * shape.line_samples +
                   tile.width * waiting <=
               needs.device.local_bytes;
    };
    set_widest(needs, needs.number(histograms_columns), 2 * unit, set_width, fits);
    if (!fits()) return std::nullopt;  // local memory is too small for its columns
    if (waiting > 0) shape.width = tile.width;
    tile.height =
        height_of_tiles(needs, tile.width, rows, needs.number(histograms_groups), most_rows_of_histograms);
    const double more = static_cast<double>(tile.height + rows) / static_cast<double>(tile.height);
    const double wider = static_cast<double>(tile.width + columns) / static_cast<double>(tile.width);
    const double share = static_cast<double>(shape.counted) / static_cast<double>(lanes);
    Weighing work;
    work.products = static_cast<double>(needs.domain.pixels()) * products_of_look(needs) * share *
                    (more * wider * looks_of_column + looks_of_output);
    return TileFit{std::make_shared<Histograms>(shape), tile, work,
                   cat("histograms of ", tile.width + columns - 1, " columns slide down")};
}

}  // namespace

StrategyDef histograms() {
    return of_tiles<fit_histograms>("histograms", {histograms_columns, histograms_groups});
}

}  // namespace sluice::strategies
