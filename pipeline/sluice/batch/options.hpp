// The options of a batch, each declared once: names, types, ranges, defaults and help for C++, for the
// command and for Python.
#pragma once

#include "pipeline/core/declared.hpp"
#include "pipeline/sluice/batch.hpp"

#include <cstddef>

namespace sluice {

const Declared<BatchOptions>& batch_options();

// Threads that decode and encode.
std::size_t workers_of(const BatchOptions& options);

}  // namespace sluice
