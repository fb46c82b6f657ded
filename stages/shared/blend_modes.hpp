// How the colours of two images mix, as W3C Compositing and Blending Level 1 has it.
#pragma once

#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {

inline const choices& blend_modes() {
    static const choices modes{"normal", "multiply", "screen",    "overlay",   "darken",     "lighten",
                               "dodge",  "burn",     "hardlight", "softlight", "difference", "exclusion"};
    return modes;
}

}  // namespace sluice::stages
