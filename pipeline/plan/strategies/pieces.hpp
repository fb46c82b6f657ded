// For strategies whose work-items go straight down an image, each with a piece of a row of outputs: how wide
// pieces are, and how high tiles are.
#pragma once

#include "pipeline/plan/strategies/tiles.hpp"

#include <cstddef>
#include <string>

namespace sluice::strategies {

// The most numbers in registers: for the sums of a work-item, and for the sums and the reads in flight.
constexpr StrategyNumber pieces_sums{"sums", 0, 136, StrategyNumber::Values::any},
    pieces_numbers{"numbers", 0, 160, StrategyNumber::Values::any};
constexpr StrategyNumber pieces_groups{"groups", 0, 8};    // the fewest for each compute unit
constexpr StrategyNumber pieces_height{"height", 0, 128};  // of a tile, in outputs
constexpr std::size_t most_words_of_piece = 16;            // the widest vector of OpenCL
// How many lines a tile has for each line that is weighed in vain: enough for wide pieces to pay, and the
// least.
constexpr double lines_of_wide = 2, lines_of_any = 0.9;

std::size_t numbers_of_sums(const TileNeeds& needs, std::size_t open, int pixels);
// Whether `pixels` pixels take up whole words, at least one.
bool comes_in_words(const TileNeeds& needs, int pixels);
// Whether a group with `width` outputs side by side writes whole units.
bool writes_whole_units(const TileNeeds& needs, std::size_t width);
// Chooses a tile as wide as the work-items of a group, and as high as possible while every compute unit still
// gets some tiles. Returns how many lines it has for each of the `lost` lines that are weighed in vain.
double choose_size(TileSize& tile, const TileNeeds& needs, double lines_of_row, std::size_t lost);
double lines_for_each(const TileSize& tile, double lines_of_row, std::size_t lost);
// The reason, for people.
std::string goes_down_columns(const TileSize& tile, bool bits);
// Halves the pixels of a piece, if possible. Returns whether it did.
bool narrow(TileSize& tile, const TileNeeds& needs);

}  // namespace sluice::strategies
