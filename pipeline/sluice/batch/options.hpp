// The options of a batch, each declared once: names, types, ranges, defaults and help for C++, for the
// command and for Python.
#pragma once

#include "pipeline/graph/declared.hpp"
#include "pipeline/sluice/batch.hpp"

namespace sluice {

const Declared<BatchOptions>& batch_options();

}  // namespace sluice
