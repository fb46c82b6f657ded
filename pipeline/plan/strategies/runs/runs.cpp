#include "pipeline/plan/strategies/runs/runs.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/strategies/ranks.hpp"
#include "pipeline/plan/strategies/tiles.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <bit>

namespace sluice::strategies {
namespace {

constexpr StrategyNumber runs_columns{"columns", 512, 64};          // of a tile, at most: TileNeeds::columns
constexpr StrategyNumber runs_bytes{"bytes", 256 << 10, 24 << 10};  // of local memory
constexpr StrategyNumber runs_lines{"lines", 4, 4};                 // of the image at a time
constexpr StrategyNumber runs_groups{"groups", 4, 16};              // for each compute unit, at least
constexpr double looks_of_row = 12;  // that a row of the result takes, however few runs it has
constexpr std::size_t most_rows_of_runs = 512;

std::optional<TileFit> fit_runs(const TileNeeds& needs) {
    const RankFilter* filter = extremes_of(needs);
    if (filter == nullptr) return std::nullopt;
    Runs shape;
    TileSize tile;
    shape.rank = filter->rank;
    shape.runs = filter->runs;
    shape.around = filter->around();
    const std::vector<RowRun>& runs = shape.runs;
    const std::size_t rows = shape.around.rows(), beside = needs.beside(shape.around.columns());
    std::size_t longest = 1;
    for (const RowRun& run : runs)
        longest = std::max(longest, static_cast<std::size_t>(run.last - run.first + 1));
    shape.levels = std::bit_width(longest);
    tile.pixels = needs.pixels;
    shape.steps = needs.alone ? 4 : 1;
    const auto unit = static_cast<std::size_t>(needs.unit), lanes = static_cast<std::size_t>(needs.lanes);
    const std::size_t bytes = sample_bytes(needs), width = needs.domain.width;
    const std::size_t waiting = staged_bytes(needs, needs.pixels);
    const auto set = [&](std::size_t columns, std::size_t lines) {
        tile.width = std::min(columns, ceil_div(width, unit) * unit);
        const std::size_t pieces = tile.width / static_cast<std::size_t>(needs.pixels);
        tile.items = needs.alone ? 1 : std::bit_floor(std::min(needs.items, pieces));
        shape.lines = lines;
        shape.line_samples = room_for(needs, (tile.width + beside) * lanes);
        shape.open_samples = room_for(needs, (rows + lines - 1) * whole_vectors(tile.width * lanes));
    };
    const auto fits = [&](std::size_t most) {
        const auto levels = static_cast<std::size_t>(shape.levels);
        return (shape.lines * levels * shape.line_samples + shape.open_samples) * bytes +
                   tile.width * waiting <=
               most;
    };
    std::size_t columns = std::max(unit, needs.columns(runs_columns) / unit * unit);
    std::size_t lines = needs.number(runs_lines);
    set(columns, lines);
    const std::size_t local = needs.device.local_bytes;
    for (; lines > 1 && !fits(std::min(needs.number(runs_bytes), local)); set(columns, lines)) lines /= 2;
    for (; columns > 2 * unit && !fits(local); set(columns, lines)) columns = columns / 2 / unit * unit;
    if (!fits(local)) return std::nullopt;  // local memory is too small for its rows
    if (waiting > 0) shape.width = tile.width;
    tile.height = height_of_tiles(needs, tile.width, rows, needs.number(runs_groups), most_rows_of_runs);
    const double more = static_cast<double>(tile.height + rows) / static_cast<double>(tile.height);
    const double wider = static_cast<double>(tile.width + (beside + 1)) / static_cast<double>(tile.width);
    const double looks = more * wider * (1 + shape.levels) + 2 * static_cast<double>(runs.size()) +
                         looks_of_row + static_cast<double>(rows) / static_cast<double>(shape.lines);
    Weighing work;
    work.products = static_cast<double>(needs.domain.pixels()) * looks * products_of_look(needs);
    return TileFit{std::make_shared<Runs>(shape), tile, work,
                   cat(shape.lines, " lines of ", tile.width + beside, " at a time in local memory, of ",
                       runs.size(), runs.size() == 1 ? " run" : " runs")};
}

}  // namespace

StrategyDef runs() {
    return of_tiles<fit_runs>("runs of neighbours", {runs_columns, runs_bytes, runs_lines, runs_groups},
                              true);
}

}  // namespace sluice::strategies
