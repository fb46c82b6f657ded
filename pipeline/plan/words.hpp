// How plans are put into words; print.cpp, summary.cpp and dot.cpp share it.
#pragma once

#include "pipeline/core/table.hpp"

#include <cstddef>
#include <string>

namespace sluice {

// "543 KiB": of 10 units at least, so that two digits are said.
std::string size_text(std::size_t bytes);
// "min max of R G B".
std::string fields_text(const TableLayout& layout);

}  // namespace sluice
