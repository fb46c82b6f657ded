// How the colours of two images mix, as W3C Compositing and Blending Level 1 has it.
#pragma once

#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {

inline choices mixing_modes() {
    return {"multiply", "screen",    "overlay",   "darken",     "lighten",  "dodge",
            "burn",     "hardlight", "softlight", "difference", "exclusion"};
}
// ... or not at all: normal takes what lies above.
inline choices blend_modes() {
    choices modes = mixing_modes();
    modes.names.insert(modes.names.begin(), "normal");
    return modes;
}

}  // namespace sluice::stages
