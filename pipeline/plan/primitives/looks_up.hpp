// Gathers that read about as many pixels as they give.
#pragma once

#include "pipeline/graph/kinds.hpp"

namespace sluice {

// Whether its function looks up whole pixels at places that it computes itself: what spreads or unpacks. To
// do that once more costs no more than reading an image does.
inline bool looks_up(const GatherDef& gather) {
    return gather.footprint && !gather.sampling && !gather.move && !gather.prefix_sums;
}

}  // namespace sluice
