// Tables as arrays.
#pragma once

#include "pipeline/core/table.hpp"

#include <nanobind/nanobind.h>

namespace sluice::python {

// {"channel": ["R", "G", "B"], "min": array, ...}: of each field an array with the axes row, channel (one
// where the field is of the row) and, where a field has several values, element. Integers of 128 bits are
// Python's.
nanobind::dict columns_of(const Table& table);

}  // namespace sluice::python
