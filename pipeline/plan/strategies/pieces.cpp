#include "pipeline/plan/strategies/pieces.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>

namespace sluice::strategies {
namespace {

// Where tiles are high all the same, there are as many groups as make whole rounds, of which a unit takes 2,
// 3, 4 or 6 at once: the last round takes as long as all others.
constexpr std::size_t groups_of_round = 12;
constexpr std::size_t least_of_rounds = 64;
// Twice as high where so many lines are weighed for nothing.
constexpr std::size_t many_lost = 9;

// How high tiles are, `across` of them side by side, so that every compute unit has some.
std::size_t height_of_tiles(std::size_t rows, std::size_t across, std::size_t most, std::size_t units,
                            std::size_t groups) {
    const std::size_t round = units * groups_of_round;
    const std::size_t rounds = ceil_div(ceil_div(rows * across, most), round);
    const std::size_t height = ceil_div(rows, std::max<std::size_t>(1, rounds * round / across));
    if (height >= least_of_rounds) return std::min(height, most);
    return std::clamp<std::size_t>(rows * across / (units * groups), 1, most);
}

}  // namespace

std::size_t numbers_of_sums(const TileNeeds& needs, std::size_t open, int pixels) {
    return open * static_cast<std::size_t>(pixels) * needs.pixel_numbers();
}

bool comes_in_words(const TileNeeds& needs, int pixels) {
    return pixels > 0 && static_cast<std::size_t>(pixels) * *needs.stored_bytes % 4 == 0;
}

bool writes_whole_units(const TileNeeds& needs, std::size_t width) {
    return width % static_cast<std::size_t>(needs.unit) == 0;
}

double lines_for_each(const TileSize& tile, double lines_of_row, std::size_t lost) {
    return lines_of_row * static_cast<double>(tile.height) / static_cast<double>(lost);
}

double choose_size(TileSize& tile, const TileNeeds& needs, double lines_of_row, std::size_t lost) {
    tile.items = needs.items;
    tile.width = tile.items * static_cast<std::size_t>(tile.pixels);
    const std::size_t across = ceil_div(needs.domain.width, tile.width) * needs.domain.layers;
    const std::size_t most = needs.numbers.of(pieces_height, false);
    tile.height = height_of_tiles(needs.domain.height, across, lost >= many_lost ? 2 * most : most,
                                  needs.device.compute_units, needs.numbers.of(pieces_groups, false));
    return lines_for_each(tile, lines_of_row, lost);
}

std::string goes_down_columns(const TileSize& tile, bool bits) {
    return cat("whose items go down columns of ", tile.pixels, ", straight from memory",
               bits ? ", weighed as bits" : "");
}

bool narrow(TileSize& tile, const TileNeeds& needs) {
    const int pixels = tile.pixels / 2;
    const std::size_t width = needs.items * static_cast<std::size_t>(pixels);
    if (pixels < needs.pixels || !comes_in_words(needs, pixels) || !writes_whole_units(needs, width))
        return false;
    tile.pixels = pixels;
    return true;
}

}  // namespace sluice::strategies
