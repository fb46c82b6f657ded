// How plans are put into words, for people and in messages.
#pragma once

#include "pipeline/core/table.hpp"
#include "pipeline/plan/primitives/primitives.hpp"

#include <cstddef>
#include <string>

namespace sluice {

// "543 KiB": of 10 units at least, so that two digits are said.
std::string size_text(std::size_t bytes);
// A time in nanoseconds, with three digits and a unit that suits it.
std::string time_text(double nanoseconds);
// "min max of R G B".
std::string fields_text(const TableLayout& layout);
// The stage that a primitive belongs to, as the author of the pipeline calls it: "normalize.2" for
// "normalize.2.stats", "convert for save".
std::string stage_text(const Primitives& graph, const std::string& id);

}  // namespace sluice
