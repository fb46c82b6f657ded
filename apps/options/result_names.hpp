// Names of results that tell the name of the input: "save {stem}-small.png".
#pragma once

#include "pipeline/graph/graph.hpp"
#include "pipeline/graph/registry.hpp"

namespace sluice::apps {

// Fills the fields {stem}, {ext}, {parent} and {index} in the paths of Sinks, as a batch does, by the file of
// the first Source. A path that is no such name stays as it is: file names may hold braces.
void name_results(Graph& graph, const Registry& registry);

}  // namespace sluice::apps
