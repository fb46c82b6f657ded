// What strategies share that find the least or the greatest of runs of neighbours, of samples that lie in
// local memory (kernels/samples.clh).
#pragma once

#include "pipeline/plan/strategies/tiles.hpp"

#include <cstddef>

namespace sluice::strategies {

// Bytes of one: what lies in memory, where nothing has been computed of it.
std::size_t sample_bytes(const TileNeeds& needs);
// Products with a number that a look at a sample in local memory takes as long as.
double products_of_look(const TileNeeds& needs);
// So many samples, to the end of the last vector.
std::size_t whole_vectors(std::size_t samples);
// Samples that there is room for where so many are needed, with what vectors look at too much. On CPUs few
// different numbers, as they stand in texts.
std::size_t room_for(const TileNeeds& needs, std::size_t samples);

}  // namespace sluice::strategies
