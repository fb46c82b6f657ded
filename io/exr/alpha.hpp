// Colours of OpenEXR are multiplied with their alpha; those of an image are not.
#pragma once

#include "pipeline/core/host_image.hpp"

namespace sluice {

// Rows of f16 or f32 with alpha. What alpha does not cover at all keeps its colour, which glows.
void divide_by_alpha(const HostView& rows);
void multiply_with_alpha(const HostView& rows);

}  // namespace sluice
