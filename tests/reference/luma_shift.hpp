// What the modes of normalize with whole-numbered luma have in common: Y' - Y is added to R, G and B.
#pragma once

#include "tests/reference/map_groups.hpp"

namespace sluice::reference {

// Luma of unsigned integers rounded half to even, exactly.
std::size_t whole_luma(const ConstHostView& image, std::size_t x, std::size_t row);

// R, G and B each += map(Y) - Y, clamped to [0, white]; alpha, where it is mapped, through its own map. For
// images with three colours of an unsigned integer type.
Normalized shift_luma(const ConstHostView& src, AlphaRule alpha, const MapOfGroup& map_of);

}  // namespace sluice::reference
