// Faults in the order in which their author reads the text.
#pragma once

#include "pipeline/core/error.hpp"

namespace sluice {

// The same faults file by file, by line and column; those without a place come first, equals keep their
// order.
Diagnostics in_text_order(const Diagnostics& faults);

}  // namespace sluice
