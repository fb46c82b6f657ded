// A checked pipeline as a chain that can be run again.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/graph/checked_graph.hpp"

#include <string>

namespace sluice {

// Graph::from_chain() of it, checked again, has the same stages with the same values and edges. Parameters
// that the author left out are left out here; so are paths that are not known yet. Nodes without an id of the
// author's may get other numbers. Any thread.
SLUICE_API std::string chain_text(const CheckedGraph& graph);

}  // namespace sluice
