#include "pipeline/plan/strategies/narrow_sums/narrow_sums.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/strategies/tiles.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::strategies {
namespace {

constexpr StrategyNumber narrow_columns{"columns", 1024, 0};  // of a tile, at most
constexpr StrategyNumber narrow_groups{"groups", 4, 0};       // for each compute unit, at least
constexpr std::size_t most_rows_of_narrow = 1024;
// Looks at a sample of a line that comes or goes, and of a result.
constexpr double narrow_looks_of_line = 1, narrow_looks_of_result = 3;

// The narrowest type of two and four bytes that holds the sum of so many numbers; null: none does.
const char* narrow_type_of(const Interval& numbers, std::size_t count) {
    const double low = static_cast<double>(numbers.first) * static_cast<double>(count);
    const double high = static_cast<double>(numbers.end - 1) * static_cast<double>(count);
    if (low >= 0) return high < 0x1p16 ? "ushort" : high < 0x1p32 ? "uint" : nullptr;
    const double size = std::max(-low, high);
    return size < 0x1p15 ? "short" : size < 0x1p31 ? "int" : nullptr;
}

std::optional<TileFit> fit_narrow_sums(const TileNeeds& needs) {
    const std::optional<SumsOfPass>& sums = needs.gather.sums;
    const std::optional<ImageFormat>& samples = needs.gather.samples;
    if (!needs.alone || !sums || sums->count > 1 || !samples || needs.real_bytes > 4) return std::nullopt;
    if (!is_integer(samples->pixel) || bytes(samples->pixel) > 2 || samples->lanes() != needs.lanes)
        return std::nullopt;
    // What stands beyond the edges may be no sample.
    const Interval& numbers = needs.taps().whole.value();
    if (static_cast<double>(numbers.first) < lowest(samples->pixel) ||
        static_cast<double>(numbers.end - 1) > highest(samples->pixel))
        return std::nullopt;
    const std::size_t columns = sums->window.columns, rows = sums->window.rows;
    NarrowSums shape;
    shape.of_column = narrow_type_of(numbers, rows);
    shape.of_window = narrow_type_of(numbers, rows * columns);
    if (shape.of_column == nullptr || shape.of_window == nullptr) return std::nullopt;

    TileSize tile;
    tile.pixels = needs.pixels;
    const auto unit = static_cast<std::size_t>(needs.unit), lanes = static_cast<std::size_t>(needs.lanes);
    const std::size_t waiting = staged_bytes(needs, needs.pixels);
    // Lines that come and go, sums of columns, those of all columns before each, results.
    const std::size_t sample_bytes = 2 * bytes(samples->pixel) + 4 + 4 + needs.real_bytes;
    const auto set_width = [&](std::size_t most) {
        tile.width = std::min(most, ceil_div(needs.domain.width, unit) * unit);
        shape.line_samples = room_for(needs, (tile.width + needs.beside(columns + 1) + 2) * lanes);
    };
    const auto fits = [&] {
        return shape.line_samples * sample_bytes + tile.width * waiting <= needs.device.local_bytes;
    };
    set_widest(needs, needs.number(narrow_columns), unit, set_width, fits);
    if (!fits()) return std::nullopt;  // local memory is too small for its lines
    if (waiting > 0) shape.width = tile.width;
    tile.height = tile_height(needs, tile.width, needs.number(narrow_groups),
                              std::max<std::size_t>(16, 2 * rows), most_rows_of_narrow);

    const std::size_t down = ceil_div(needs.domain.height, tile.height);
    const auto lines = static_cast<double>(2 * needs.domain.height + down * rows);
    const double wider =
        static_cast<double>(tile.width + needs.beside(columns)) / static_cast<double>(tile.width);
    const auto width = static_cast<double>(needs.domain.width * needs.domain.layers);
    Weighing work;
    work.products = width * (lines * wider * narrow_looks_of_line +
                             narrow_looks_of_result * static_cast<double>(needs.domain.height));
    return TileFit{
        std::make_shared<NarrowSums>(shape), tile, work,
        cat("of which columns are added up as ", shape.of_column, ", windows as ", shape.of_window)};
}

}  // namespace

StrategyDef narrow_sums() {
    return of_tiles<fit_narrow_sums>("narrow sums that slide", {narrow_columns, narrow_groups}, true);
}

}  // namespace sluice::strategies
