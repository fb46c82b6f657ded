// A short name, for stages. Not in sluice.hpp, because applications often have a Rect of their own.
#pragma once

#include "pipeline/core/table.hpp"

namespace sluice {

using Rect = Tiles::Rect;

}  // namespace sluice
