// Where items go straight down an image, in columns of a piece of outputs each: how wide pieces and how high
// tiles are. Shared by the strategies that do.
#pragma once

#include "pipeline/plan/strategies/tiles.hpp"

#include <cstddef>
#include <string>

namespace sluice::strategies {

// Numbers in registers: of an item's sums, and of these and what is on its way.
constexpr StrategyNumber pieces_sums{"sums", 0, 136, StrategyNumber::Values::any},
    pieces_numbers{"numbers", 0, 160, StrategyNumber::Values::any};
constexpr StrategyNumber pieces_groups{"groups", 0, 8};    // for each compute unit, at least
constexpr StrategyNumber pieces_height{"height", 0, 128};  // outputs of a tile
constexpr std::size_t most_words_of_piece = 16;            // a vector of OpenCL
// Lines of a tile for each that is weighed for nothing: as many as make wide pieces worth it, and the least.
constexpr double lines_of_wide = 2, lines_of_any = 0.9;

std::size_t numbers_of_sums(const TileNeeds& needs, std::size_t open, int pixels);
// Whether so many pixels are words, and not none.
bool comes_in_words(const TileNeeds& needs, int pixels);
// Whether a group with so many outputs side by side writes whole units.
bool writes_whole_units(const TileNeeds& needs, std::size_t width);
// Chooses a tile as wide as a group's items make it, and as high as leaves some for every compute unit.
// Gives the lines that it has for each of the `lost` that are weighed for nothing.
double choose_size(TileSize& tile, const TileNeeds& needs, double lines_of_row, std::size_t lost);
double lines_for_each(const TileSize& tile, double lines_of_row, std::size_t lost);
// For people.
std::string goes_down_columns(const TileSize& tile, bool bits);
// Halves the pixels of a piece, where that can be.
bool narrow(TileSize& tile, const TileNeeds& needs);

}  // namespace sluice::strategies
