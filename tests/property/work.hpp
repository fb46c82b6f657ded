// How much the kernels of a random graph have to do, as far as its stages declare it.
#pragma once

#include "tests/property/graph_case.hpp"

#include <cstdint>

namespace sluice::property {

// Pixels of the results of its Gathers, each times what it reads of its window: a function as if it went
// along a side for each pixel of it, as one that compares patches or sorts does.
std::uint64_t work(const GraphCase& graph);

// Of its largest image; a letterbox has 640 x 640 unless it is told another size.
std::uint64_t most_pixels(const GraphCase& graph);

}  // namespace sluice::property
