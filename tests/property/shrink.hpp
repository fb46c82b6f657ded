// Makes a graph that fails smaller, as long as it fails.
#pragma once

#include "tests/property/graph_case.hpp"

#include <functional>

namespace sluice::property {

// `fails` must hold for `graph`. Drops outputs and stages (what follows takes the stage's image), parameters,
// masks, pixels, and what is special about the sources, until nothing more can go. A graph that the library
// refuses to check is not tried.
GraphCase shrunk(GraphCase graph, const std::function<bool(const GraphCase&)>& fails);

}  // namespace sluice::property
