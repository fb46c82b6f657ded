#include "pipeline/plan/strategies/extremes.hpp"

#include "pipeline/core/ceil_div.hpp"

#include <algorithm>
#include <bit>

namespace sluice::strategies {
namespace {

constexpr std::size_t most_wide = 128;  // samples of all vectors that are looked at at a time
constexpr std::size_t least_room = 4096;

}  // namespace

std::size_t sample_bytes(const TileNeeds& needs) {
    const std::optional<ImageFormat>& stored = needs.gather.samples;
    return stored && is_integer(stored->pixel) && stored->lanes() == needs.lanes ? bytes(stored->pixel)
                                                                                 : needs.real_bytes;
}

// A vector of a CPU has more of them, the narrower they are.
double products_of_look(const TileNeeds& needs) {
    return needs.alone ? 2 * static_cast<double>(sample_bytes(needs)) : 3;
}

std::size_t whole_vectors(std::size_t samples) { return ceil_div(samples, most_wide) * most_wide; }

std::size_t room_for(const TileNeeds& needs, std::size_t samples) {
    if (needs.alone) return std::bit_ceil(std::max(samples + most_wide, least_room));
    return whole_vectors(samples + 1);
}

}  // namespace sluice::strategies
