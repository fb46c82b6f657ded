#include "pipeline/plan/strategies/straight/straight.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/primitives/own_columns.hpp"
#include "pipeline/plan/strategies/pieces.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <cstdint>

namespace sluice::strategies {
namespace {

// Outputs of them that weigh only what is image, of `size` columns, or rows.
EvenColumns within(EvenColumns even, std::size_t count, std::size_t size) {
    const auto first = [&](std::size_t i) { return static_cast<std::int64_t>(i) * even.step + even.first; };
    const auto last = [&](std::size_t i) { return first(i) + static_cast<std::int64_t>(count) - 1; };
    while (even.begin < even.end && first(even.begin) < 0) ++even.begin;
    while (even.end > even.begin && last(even.end - 1) >= static_cast<std::int64_t>(size)) --even.end;
    return even;
}

bool is_empty(const EvenColumns& even) { return even.begin == even.end; }

// Pixels in V: as many as make a texel, where their sums fit; 0 where none do.
int pixels_of_piece(const TileNeeds& needs, std::size_t open) {
    const auto fits = [&](int pixels) {
        return numbers_of_sums(needs, open, pixels) <= needs.numbers.of(pieces_sums, false) &&
               static_cast<std::size_t>(pixels) * *needs.stored_bytes / 4 <= most_words_of_piece;
    };
    const int most = needs.fixed_pixels ? needs.pixels : std::min(needs.unit, 16 / needs.lanes);
    int pixels = needs.pixels;
    while (2 * pixels <= most && fits(2 * pixels)) pixels *= 2;
    return fits(pixels) ? pixels : 0;
}

// Whether sums and what is on its way, the lines that a row of the result is further down, fit registers. Two
// lines are on their way where that is one; a limit that was found with one was not changed for it.
bool fits_registers(const TileNeeds& needs, const Straight& shape, int in_piece, std::size_t open) {
    const auto pixels = static_cast<std::size_t>(in_piece);
    const std::size_t apart = (pixels - 1) * static_cast<std::size_t>(shape.columns.step);
    const std::size_t window = (needs.taps().columns.count + apart - 1) / pixels + 2;  // pieces, at most
    const std::size_t words = window * pixels * *needs.stored_bytes / 4;
    return numbers_of_sums(needs, open, in_piece) + words * static_cast<std::size_t>(shape.rows.step) <=
           needs.numbers.of(pieces_numbers, false);
}

std::optional<TileFit> fit_straight(const TileNeeds& needs) {
    if (!weighs_once(needs)) return std::nullopt;  // it weighs no columns and rows, once
    if (!streams(needs)) return std::nullopt;      // it does not go from buffer to buffer
    const Separable& taps = needs.taps();
    if (std::max(taps.columns.count, taps.rows.count) > most_straight_taps)
        return std::nullopt;  // an output weighs too much
    const auto columns = even_columns(taps.columns, needs.domain.width);
    const auto rows = even_columns(taps.rows, needs.gather.rows);
    if (!columns || !rows) return std::nullopt;  // outputs weigh differently
    const std::size_t open = ceil_div(taps.rows.count, static_cast<std::size_t>(rows->step));
    if (open == 1) return std::nullopt;  // an item has nothing to keep from row to row
    TileSize tile;
    tile.pixels = pixels_of_piece(needs, open);
    if (!comes_in_words(needs, tile.pixels)) return std::nullopt;  // its sums do not fit registers
    double lines = 0;
    do lines = choose_size(tile, needs, 1, open - 1);
    while (lines < lines_of_wide && narrow(tile, needs));
    if (lines < lines_of_any && rows->step == 1)
        return std::nullopt;  // too many lines are weighed for nothing
    if (!writes_whole_units(needs, tile.width)) return std::nullopt;  // it would write parts of units
    Straight shape;
    shape.columns = within(*columns, taps.columns.count, needs.gather.source.width);
    shape.rows = within(*rows, taps.rows.count, needs.gather.source.height);
    if (is_empty(shape.columns) || is_empty(shape.rows)) return std::nullopt;  // all outputs are at its edges
    if (!fits_registers(needs, shape, tile.pixels, open))
        return std::nullopt;  // what is on its way does not fit registers
    shape.bits = weighs_bits(needs, tile.pixels);
    const Weighing work{lines_of_tiles(needs, tile) * static_cast<double>(needs.domain.layers) *
                        static_cast<double>(needs.domain.width) *
                        static_cast<double>(taps.columns.count + open)};
    return TileFit{std::make_shared<Straight>(shape), tile, work, goes_down_columns(tile, shape.bits)};
}

}  // namespace

StrategyDef straight() {
    return of_tiles<fit_straight>("straight", {pieces_sums, pieces_numbers, pieces_groups, pieces_height});
}

}  // namespace sluice::strategies
