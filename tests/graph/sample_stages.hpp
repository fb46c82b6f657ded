// A small registry of stages that nobody ships, so that these tests depend on no real stage. They are
// declared, never run.
#pragma once

#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/graph/registry.hpp"
#include "tests/error_of.hpp"

#include <string>

namespace sluice::test {

// load, save, convert, gamma, blend (src, other, optional mask), reduce (a table), describe (a table
// to a table), apply (an image and a table), split (two images and a table), histogram_file (a Sink of
// a table), normalize (with many kinds of parameters), input, output and an internal stage. Options of a
// batch: level, mode, recursive.
const Registry& sample_registry();

// All faults and warnings of a chain or of a pipeline file "p.yaml", parsed and checked, one per line.
std::string faults_of_chain(const std::string& chain, CheckOptions options = {});
std::string faults_of_file(const std::string& text, CheckOptions options = {});

// A chain that must be right.
CheckedGraph checked(const std::string& chain, CheckOptions options = {});
CheckedGraph checked(const Graph& graph, CheckOptions options = {});

// "load > gamma.src, gamma > save.src": every edge of the graph, in its order.
std::string edges(const CheckedGraph& graph);

}  // namespace sluice::test
