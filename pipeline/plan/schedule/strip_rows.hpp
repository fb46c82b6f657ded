// Which rows each step works on in each strip: derived backwards from the rows that Sinks and Reduces own.
#pragma once

#include "pipeline/plan/memory.hpp"
#include "pipeline/plan/schedule/fuse.hpp"

#include <cstddef>
#include <vector>

namespace sluice {

// Of each step the rows in each strip: those that an upload brings and a download takes, those that a pass
// goes over; empty for Tables.
//
// An image of h rows that is a result, or that a Reduce looks at, is owned by `strips` strips in turn: from
// row h * i / strips on. What lies in front of a pass gets the footprint of its rows. In one strip, every
// image is whole.
std::vector<std::vector<Rows>> rows_of_steps(const Primitives& graph, const std::vector<Step>& steps,
                                             std::size_t strips);

}  // namespace sluice
