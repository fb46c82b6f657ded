// What is said of a file whose decoding takes too long, wherever that is found out.
#pragma once

#include "pipeline/core/value.hpp"

#include <string>

namespace sluice {

inline std::string too_long_to_decode(double seconds) {
    return "it takes longer to decode than the " + number_text(seconds) +
           " s that --limit-seconds allows (max_seconds of load)";
}

}  // namespace sluice
