#include "pipeline/plan/strategies/columns/columns.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/strategies/pieces.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace sluice::strategies {
namespace {

constexpr StrategyNumber columns_bytes{"bytes", 0, 16384};  // of local memory, for what is weighed

// Whether there are lines that no row weighs.
bool skips_lines(const Taps& rows) {
    const auto count = static_cast<std::int32_t>(rows.count);
    return std::adjacent_find(rows.first.begin(), rows.first.end(),
                              [&](std::int32_t above, std::int32_t first) {
                                  return first > above + count;
                              }) != rows.first.end();
}

// Whether sums of so many lines, weights of columns, and a window fit registers.
bool columns_fit_registers(const OwnColumns& own, const TileNeeds& needs, int pixels, std::size_t lines) {
    const auto each = static_cast<std::size_t>(pixels);
    const std::size_t piece_words = each * *needs.stored_bytes / 4;
    return piece_words <= most_words_of_piece && numbers_of_sums(needs, lines, pixels) +
                                                         each * own.taps * needs.real_bytes / 4 +
                                                         own.window_pieces() * piece_words <=
                                                     needs.numbers.of(pieces_numbers, false);
}

// What its rows or lines weigh is in local memory; tiles become lower until it fits.
void choose_sets(Columns& shape, TileSize& tile, const TileNeeds& needs) {
    const std::size_t numbers = shape.lines_kept ? needs.taps().rows.count + 1 : shape.rows.open + 2;
    const auto choose = [&] {
        shape.sets = std::bit_ceil(shape.lines_kept ? tile.height : shape.rows.most_lines(tile.height));
        return shape.sets * ceil_div(numbers, std::size_t{4}) * 4 * needs.real_bytes;
    };
    while (choose() > std::min(needs.numbers.of(columns_bytes, false), needs.device.local_bytes) &&
           tile.height > 1)
        tile.height /= 2;
}

std::optional<TileFit> fit_columns(const TileNeeds& needs) {
    if (!weighs_once(needs)) return std::nullopt;  // it weighs no columns and rows, once
    if (!streams(needs)) return std::nullopt;      // it does not go from buffer to buffer
    const Separable& taps = needs.taps();
    if (taps.rows.even || !rises(taps.columns) || !rises(taps.rows))
        return std::nullopt;  // all rows weigh alike, or one begins above the last
    if (!weighs_only_image(taps.rows, needs.gather.source.height))
        return std::nullopt;                                           // what is no image is weighed
    if (taps.columns.count > most_straight_taps) return std::nullopt;  // an output weighs too much
    const std::size_t open = open_at_once(taps.rows, needs.gather.rows);
    Columns shape;
    TileSize tile;
    shape.lines_kept = taps.rows.count <= open + 1 && !skips_lines(taps.rows);
    const std::size_t sums = shape.lines_kept ? taps.rows.count : open;  // of lines, that an item has
    const double lines_of_row =
        static_cast<double>(needs.gather.source.height) / static_cast<double>(needs.gather.rows);
    tile.pixels = needs.fixed_pixels ? needs.pixels : std::min(needs.unit, 16 / needs.lanes);
    if (!comes_in_words(needs, tile.pixels)) return std::nullopt;  // pixels are less than words
    const auto fits = [&] { return columns_fit_registers(shape.own, needs, tile.pixels, sums); };
    double lines = 0;
    do {
        const auto own = own_columns(taps.columns, needs.domain.width, needs.gather.source.width, tile.pixels,
                                     !comes_in_words(needs, 1));
        if (!own) return std::nullopt;  // columns weigh alike, or beyond the image
        shape.own = *own;
        lines = choose_size(tile, needs, lines_of_row, taps.rows.count);
    } while ((lines < lines_of_wide || !fits()) && narrow(tile, needs));
    if (!fits()) return std::nullopt;                                 // its sums do not fit registers
    if (!writes_whole_units(needs, tile.width)) return std::nullopt;  // it would write parts of units
    if (!shape.lines_kept) shape.rows = row_lines(taps.rows, needs.gather.rows, open);
    choose_sets(shape, tile, needs);
    if (lines_for_each(tile, lines_of_row, taps.rows.count) < lines_of_any)
        return std::nullopt;  // too many lines are weighed for nothing
    shape.bits = weighs_bits(needs, tile.pixels);
    Weighing work;
    work.products = lines_of_tiles(needs, tile) * static_cast<double>(needs.domain.layers) *
                    static_cast<double>(needs.domain.width) * static_cast<double>(shape.own.taps + sums);
    work.near = static_cast<double>(shape.sets * ceil_div(needs.domain.height, tile.height) *
                                    ceil_div(needs.domain.width, tile.width) * needs.domain.layers * sums);
    return TileFit{std::make_shared<Columns>(shape), tile, work, goes_down_columns(tile, shape.bits)};
}

}  // namespace

StrategyDef columns() {
    return of_tiles<fit_columns>("straight by columns",
                                 {pieces_numbers, pieces_groups, pieces_height, columns_bytes});
}

}  // namespace sluice::strategies
