// The weights of a separable Gather, of which a pass may use those along one axis alone.
#pragma once

#include "pipeline/plan/primitives/primitives.hpp"

namespace sluice {

// Those of its stage, as far as it uses them. REQUIRES: it is separable.
Separable used_taps(const Primitives& graph, const Primitive& gather);
// Whether each output is what stands at its own place: of an axis that is not used.
bool is_itself(const Taps& taps);

}  // namespace sluice
