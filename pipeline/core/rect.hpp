// A word of stages and of the planner. Applications have rectangles of their own.
#pragma once

#include "pipeline/core/table.hpp"

namespace sluice {

using Rect = Tiles::Rect;

}  // namespace sluice
