// The steps of check(). Nodes stand in the author's order until `ordered`; a node of an unknown stage
// has no `stage`, and nothing more is said about what it would give.
#pragma once

#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/graph/names.hpp"

#include <vector>

namespace sluice {

// Stage, values and places of one node; faults of its parameters. Its inputs are not connected.
CheckedNode check_node(const GraphNode& node, const std::string& id, const Registry& registry,
                       const CheckOptions& options, Diagnostics& faults);

// What its stage says of all values together (StageDef::check).
void check_together(const CheckedNode& node, Diagnostics& faults);
// Where the parameter was written, or the node.
Place place_of(const CheckedNode& node, const std::string& param);

struct PortPlace {
    std::size_t node = 0;
    std::size_t port = 0;
};

// Resolves `from` and what is taken from the node before. Returns the required inputs that nothing is
// connected to and about which no fault has been reported.
std::vector<PortPlace> connect(const std::vector<GraphNode>& written, std::vector<CheckedNode>& nodes,
                               Diagnostics& faults);

// That sizes of images are used which nobody knows before a plan is made is a fault. An image that
// close_ends() has put there may be called "load", as in the pipeline that loads it.
void name_sizes(std::vector<CheckedNode>& nodes, Diagnostics& faults);

// What becomes of unconnected inputs and of images that nobody takes.
void close_ends(std::vector<CheckedNode>& nodes, const std::vector<PortPlace>& unconnected, NodeNames names,
                const Registry& registry, const CheckOptions& options, Diagnostics& faults);

// Nodes after those that they take inputs from, else in the author's order; cycles are faults.
std::vector<CheckedNode> ordered(std::vector<CheckedNode> nodes, Diagnostics& faults);

}  // namespace sluice
