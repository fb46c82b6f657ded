// The options of a batch, each declared once: names, types, ranges, defaults and help for C++, for the
// command and for Python.
#pragma once

#include "pipeline/core/declared.hpp"
#include "pipeline/sluice/batch.hpp"

#include <cstddef>
#include <optional>

namespace sluice {

const Declared<BatchOptions>& batch_options();

// How many of so many files may fail, if that was asked for. Throws Error(usage, "batch") for a max_failures
// that is wrong.
std::optional<std::size_t> failures_allowed(const BatchOptions& options, std::size_t files);

// Threads that decode and encode.
std::size_t workers_of(const BatchOptions& options);

}  // namespace sluice
