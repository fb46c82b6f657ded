// What is said of a file whose decoding takes too long, wherever that is found out.
#pragma once

#include "pipeline/core/value.hpp"
#include "pipeline/core/wording.hpp"

namespace sluice {

inline Wording too_long_to_decode(double seconds) {
    return "decoding it takes longer than the " + number_text(seconds) + " s that " +
           Remedy{"load.max_seconds"} + " allows";
}

}  // namespace sluice
