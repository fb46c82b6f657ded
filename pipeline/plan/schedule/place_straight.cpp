#include "pipeline/plan/schedule/place_straight.hpp"

#include "pipeline/core/ceil_div.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace sluice {
namespace {

// H200, RGBA8 in buffers, lines in local memory and straight from memory, in us. 16384^2: Gaussians of 5, 13
// and (alpha weighs) 17 weights 923 and 728, 2810 and 1977, 6050 and 5410; halves, cubic and Lanczos, 960 and
// 498, 1420 and 784 (850 with 2 pixels in V). Tiles 64 and 128 high, and groups of 64 to 256 items, differ by
// 2 %. H100, tiles 128 and 256 high: a Gaussian of 13 weights 1658 and 1622, to 0.37 by Lanczos
// 864 and 849; nearly the same size by cubic weights 1048 and 1085.
constexpr std::size_t groups_of_unit = 8;
// Where tiles are high all the same, there are as many groups as make whole rounds, of which a unit takes 2,
// 3, 4 or 6 at once: the last round takes as long as all others. H200, 16384^2 RGBA8, tiles 128 or 124 high
// and whole rounds, in ms: halves, Lanczos and cubic, 0.547 and 0.518, 0.403 and 0.390; twice as large by
// cubic weights 0.460 and 0.450, Gaussians of 13 and 17 weights 1.563 and 1.540, 2.128 and 2.109.
constexpr std::size_t groups_of_round = 12;
constexpr std::size_t least_of_rounds = 64;
constexpr std::size_t most_height = 128;
constexpr std::size_t most_of_many = 256;  // the same where so many lines are weighed for nothing:
constexpr std::size_t many_lost = 9;
// Lines of a tile for each that is weighed for nothing: as many as make wide pieces worth it, and the least.
// H200, RGBA8, lines in local memory and straight, in us. Gaussians of 17 weights, 640 x 480 (0.2 lines) 21
// and 38, 1280 x 720 (0.4) 43 and 48, 1920 x 1080 (0.9) 77 and 62, 4096^2 290 and 235; of 5, 1920 x 1080,
// 4096^2 18 and 16, 74 and 50, pieces of 1 and 4 pixels. To 0.37 by Lanczos, 1920 x 1080 (0.3), 4096^2 (2.7)
// 35 and 40, 117 and 109; twice as large, cubic, 1280 x 720 38 and 25. Where each row takes lines of its own,
// any number is enough: halves, cubic, of 640 x 480 21 and 12 us, of 4096^2 109 and 45; Lanczos 22 and 19,
// 152 and 62.
constexpr double lines_of_wide = 2, lines_of_any = 0.9;
// Numbers of an item's sums. H100, a Gaussian of 17 weights with 2 pixels (136) and with 1: 3.41 and 4.60 ms,
// alpha straight 2.26 and 3.01; 4096^2 0.284 and 0.344.
constexpr std::size_t most_of_sums = 136;
constexpr std::size_t most_at_once = 160;      // of these and the words that are on their way
constexpr std::size_t most_words = 16;         // of a piece: a vector of OpenCL
constexpr std::size_t most_set_bytes = 16384;  // of local memory: three groups or more are on a unit

// Outputs of them that weigh only what is image, of `size` columns, or rows.
EvenColumns within(EvenColumns even, std::size_t count, std::size_t size) {
    const auto first = [&](std::size_t i) { return static_cast<std::int64_t>(i) * even.step + even.first; };
    const auto last = [&](std::size_t i) { return first(i) + static_cast<std::int64_t>(count) - 1; };
    while (even.begin < even.end && first(even.begin) < 0) ++even.begin;
    while (even.end > even.begin && last(even.end - 1) >= static_cast<std::int64_t>(size)) --even.end;
    return even;
}

bool is_empty(const EvenColumns& even) { return even.begin == even.end; }

// Numbers of an item's sums.
std::size_t numbers_of_sums(const TileNeeds& needs, std::size_t open, int pixels) {
    return open * static_cast<std::size_t>(pixels) * needs.pixel_numbers();
}

// Pixels in V: as many as make a texel, where their sums fit; 0 where none do.
int pixels_of_piece(const TileNeeds& needs, std::size_t open) {
    const auto fits = [&](int pixels) {
        return numbers_of_sums(needs, open, pixels) <= most_of_sums &&
               static_cast<std::size_t>(pixels) * *needs.stored_bytes / 4 <= most_words;
    };
    const int most = needs.fixed_pixels ? needs.pixels : std::min(needs.unit, 16 / needs.lanes);
    int pixels = needs.pixels;
    while (2 * pixels <= most && fits(2 * pixels)) pixels *= 2;
    return fits(pixels) ? pixels : 0;
}

// Whether sums and what is on its way, the lines that a row of the result is further down, fit registers. Two
// lines are on their way where that is one; a limit that was found with one was not changed for it.
bool fits_registers(const Separable& taps, const TileNeeds& needs, const TileShape& tile, std::size_t open) {
    const EvenColumns &columns = tile.straight->columns, &rows = tile.straight->rows;
    const auto pixels = static_cast<std::size_t>(tile.pixels);
    const std::size_t apart = (pixels - 1) * static_cast<std::size_t>(columns.step);
    const std::size_t window = (taps.columns.count + apart - 1) / pixels + 2;  // pieces, at most
    const std::size_t words = window * pixels * *needs.stored_bytes / 4;
    return numbers_of_sums(needs, open, tile.pixels) + words * static_cast<std::size_t>(rows.step) <=
           most_at_once;
}

// Whether there are lines that no row weighs.
bool skips_lines(const Taps& rows) {
    const auto count = static_cast<std::int32_t>(rows.count);
    return std::adjacent_find(rows.first.begin(), rows.first.end(),
                              [&](std::int32_t above, std::int32_t first) {
                                  return first > above + count;
                              }) != rows.first.end();
}

// Whether sums of so many lines, weights of columns, and a window do.
bool columns_fit_registers(const OwnColumns& own, const TileNeeds& needs, int pixels, std::size_t lines) {
    const auto each = static_cast<std::size_t>(pixels);
    const std::size_t piece_words = each * *needs.stored_bytes / 4;
    return piece_words <= most_words && numbers_of_sums(needs, lines, pixels) +
                                                each * own.taps * needs.real_bytes / 4 +
                                                own.window_pieces() * piece_words <=
                                            most_at_once;
}

// How high tiles are, `across` of them side by side, so that every compute unit has some.
std::size_t choose_height(std::size_t rows, std::size_t across, std::size_t most, const DeviceFacts& device) {
    const std::size_t round = device.compute_units * groups_of_round;
    const std::size_t rounds = ceil_div(ceil_div(rows * across, most), round);
    const std::size_t height = ceil_div(rows, std::max<std::size_t>(1, rounds * round / across));
    if (height >= least_of_rounds) return std::min(height, most);
    return std::clamp<std::size_t>(rows * across / (device.compute_units * groups_of_unit), 1, most);
}

// Lines that a tile has for each of the `lost` that are weighed for nothing.
double lines_for_each(const TileShape& tile, double lines_of_row, std::size_t lost) {
    return lines_of_row * static_cast<double>(tile.height) / static_cast<double>(lost);
}

// As wide as a group's items make it. Gives lines_for_each().
double choose_size(TileShape& tile, const TileNeeds& needs, const DeviceFacts& device, double lines_of_row,
                   std::size_t lost) {
    tile.items = needs.items;
    tile.width = tile.items * static_cast<std::size_t>(tile.pixels);
    const std::size_t across = ceil_div(needs.domain.width, tile.width) * needs.domain.layers;
    tile.height =
        choose_height(needs.domain.height, across, lost >= many_lost ? most_of_many : most_height, device);
    return lines_for_each(tile, lines_of_row, lost);
}

// Whether so many pixels are words, and not none.
bool comes_in_words(const TileNeeds& needs, int pixels) {
    return pixels > 0 && static_cast<std::size_t>(pixels) * *needs.stored_bytes % 4 == 0;
}

// What its rows or lines weigh is in local memory; tiles become lower until it fits.
void choose_sets(TileShape& tile, const Taps& rows, const TileNeeds& needs, const DeviceFacts& device) {
    const std::size_t numbers = tile.lines_kept ? rows.count + 1 : tile.rows.open + 2;  // pass_columns.clh
    const auto choose = [&] {
        tile.sets = std::bit_ceil(tile.lines_kept ? tile.height : tile.rows.most_lines(tile.height));
        return tile.sets * ceil_div(numbers, std::size_t{4}) * 4 * needs.real_bytes;
    };
    while (choose() > std::min(most_set_bytes, device.local_bytes) && tile.height > 1) tile.height /= 2;
}

// Whether a group with so many outputs side by side writes whole units.
bool writes_whole_units(const TileNeeds& needs, std::size_t width) {
    return width % static_cast<std::size_t>(needs.unit) == 0;
}

// Fewer pixels in a piece, if it can be.
bool narrow(TileShape& tile, const TileNeeds& needs) {
    const int pixels = tile.pixels / 2;
    const std::size_t width = needs.items * static_cast<std::size_t>(pixels);
    if (pixels < needs.pixels || !comes_in_words(needs, pixels) || !writes_whole_units(needs, width))
        return false;
    tile.pixels = pixels;
    return true;
}

}  // namespace

std::optional<TileShape> place_straight(const Separable& taps, const TileNeeds& needs,
                                        const DeviceFacts& device) {
    if (!needs.stored_bytes || !needs.in_buffers || needs.reduces) return std::nullopt;
    if (std::max(taps.columns.count, taps.rows.count) > most_straight_taps) return std::nullopt;
    const auto columns = even_columns(taps.columns, needs.domain.width);
    const auto rows = even_columns(taps.rows, needs.rows);
    if (!columns || !rows) return std::nullopt;
    const std::size_t open = ceil_div(taps.rows.count, static_cast<std::size_t>(rows->step));
    if (open == 1) return std::nullopt;  // an item has nothing to keep from row to row
    TileShape tile;
    tile.pixels = pixels_of_piece(needs, open);
    if (!comes_in_words(needs, tile.pixels)) return std::nullopt;
    double lines = 0;
    do lines = choose_size(tile, needs, device, 1, open - 1);
    while (lines < lines_of_wide && narrow(tile, needs));
    if ((lines < lines_of_any && rows->step == 1) || !writes_whole_units(needs, tile.width))
        return std::nullopt;
    tile.straight = Straight{within(*columns, taps.columns.count, needs.source.width),
                             within(*rows, taps.rows.count, needs.source.height)};
    if (is_empty(tile.straight->columns) || is_empty(tile.straight->rows)) return std::nullopt;
    if (!fits_registers(taps, needs, tile, open)) return std::nullopt;
    return tile;
}

std::optional<TileShape> place_columns(const Separable& taps, const TileNeeds& needs,
                                       const DeviceFacts& device) {
    if (!needs.stored_bytes || !needs.in_buffers || needs.reduces) return std::nullopt;
    if (taps.rows.even || !rises(taps.columns) || !rises(taps.rows)) return std::nullopt;
    if (!weighs_only_image(taps.rows, needs.source.height) || taps.columns.count > most_straight_taps)
        return std::nullopt;
    TileShape tile;
    const std::size_t open = open_at_once(taps.rows, needs.rows);
    tile.lines_kept = taps.rows.count <= open + 1 && !skips_lines(taps.rows);
    const std::size_t sums = tile.lines_kept ? taps.rows.count : open;  // of lines, that an item has
    const double lines_of_row = static_cast<double>(needs.source.height) / static_cast<double>(needs.rows);
    tile.pixels = needs.fixed_pixels ? needs.pixels : std::min(needs.unit, 16 / needs.lanes);
    if (!comes_in_words(needs, tile.pixels)) return std::nullopt;
    const auto fits = [&] { return columns_fit_registers(*tile.own, needs, tile.pixels, sums); };
    double lines = 0;
    do {
        tile.own = own_columns(taps.columns, needs.domain.width, needs.source.width, tile.pixels,
                               !comes_in_words(needs, 1));
        if (!tile.own) return std::nullopt;
        lines = choose_size(tile, needs, device, lines_of_row, taps.rows.count);
    } while ((lines < lines_of_wide || !fits()) && narrow(tile, needs));
    if (!fits() || !writes_whole_units(needs, tile.width)) return std::nullopt;
    if (!tile.lines_kept) tile.rows = row_lines(taps.rows, needs.rows, open);
    choose_sets(tile, taps.rows, needs, device);
    if (lines_for_each(tile, lines_of_row, taps.rows.count) < lines_of_any) return std::nullopt;
    return tile;
}

}  // namespace sluice
