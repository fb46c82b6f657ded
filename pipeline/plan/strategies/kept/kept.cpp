#include "pipeline/plan/strategies/kept/kept.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/strategies/tiles.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <bit>

namespace sluice::strategies {
namespace {

constexpr StrategyNumber kept_columns{"columns", 256, 0};   // of a tile, at most
constexpr StrategyNumber kept_bytes{"bytes", 32 << 10, 0};  // of lines, where it may be as few
constexpr StrategyNumber kept_groups{"groups", 4, 0};       // for each compute unit, at least
constexpr std::size_t least_columns_of_kept = 32, most_rows_of_kept = 512;
constexpr std::size_t most_reach = 2;
// Of the time of a product where sums wait for each other; products that bringing a byte of a sample takes.
constexpr double of_product = 0.5, products_of_byte = 3.2;

// Vectors of `pixels` that the outputs of one begin in.
std::size_t reach_of(const Taps& columns, std::size_t pixels) {
    return columns.even ? 0 : (extent_of(columns, pixels) - columns.count) / pixels + 1;
}

std::optional<TileFit> fit_kept(const TileNeeds& needs) {
    if (!needs.alone || !weighs_once(needs)) return std::nullopt;  // a group would wait at each line
    const Taps &columns = needs.taps().columns, &rows = needs.taps().rows;
    if (!rises(columns) || !rises(rows)) return std::nullopt;  // one begins before the last
    Kept shape;
    TileSize tile;
    tile.pixels = needs.pixels;
    shape.reach = reach_of(columns, static_cast<std::size_t>(needs.pixels));
    if (shape.reach > most_reach) return std::nullopt;
    shape.lines = std::bit_ceil(rows.count);
    const auto unit = static_cast<std::size_t>(needs.unit), lanes = static_cast<std::size_t>(needs.lanes);
    const std::size_t step = lanes * static_cast<std::size_t>(needs.pixels) * shape.steps;
    const std::size_t real = needs.real_bytes, waiting = staged_bytes(needs, needs.pixels);
    const auto set_width = [&](std::size_t most) {
        tile.width = std::min(most, ceil_div(needs.domain.width, unit) * unit);
        const std::size_t pitch = ceil_div(tile.width * lanes, step) * step;
        const std::size_t beyond = shape.reach * static_cast<std::size_t>(needs.pixels) * lanes;
        shape.line_samples =
            room_for(needs, 2 * (extent_of(columns, tile.width, needs.interleaved) * lanes + beyond + step)) /
            2;  // of two
        shape.kept_samples = std::bit_ceil(shape.lines * pitch);
    };
    const auto fits = [&](std::size_t most) {
        return shape.kept_samples * real <= most &&
               (3 * shape.line_samples + shape.kept_samples) * real + tile.width * waiting <=
                   needs.device.local_bytes;
    };
    set_widest(needs, needs.columns(kept_columns), std::max(unit, least_columns_of_kept), set_width,
               [&] { return fits(needs.number(kept_bytes)); });
    if (!fits(needs.device.local_bytes)) return std::nullopt;  // local memory is too small for its lines
    if (waiting > 0) shape.width = tile.width;
    tile.height = tile_height(needs, tile.width, needs.number(kept_groups),
                              std::max<std::size_t>(16, rows.count), most_rows_of_kept);
    const double lines = lines_of_tiles(needs, tile) * static_cast<double>(needs.domain.layers);
    const auto width = static_cast<double>(needs.domain.width);
    const double results = static_cast<double>(needs.domain.pixels());
    Weighing work;
    const double looks = static_cast<double>(1 + 2 * shape.reach);
    work.products = of_product * (lines * width * static_cast<double>(columns.count) * looks +
                                  results * static_cast<double>(rows.count)) +
                    products_of_byte * results * static_cast<double>(sample_bytes(needs));
    work.near = lines * width * static_cast<double>(columns.count);
    return TileFit{std::make_shared<Kept>(shape), tile, work,
                   cat("of which ", shape.lines, shape.lines == 1 ? " line is" : " lines are", " kept")};
}

}  // namespace

StrategyDef kept() {
    return of_tiles<fit_kept>("lines that are kept", {kept_columns, kept_bytes, kept_groups}, true);
}

}  // namespace sluice::strategies
