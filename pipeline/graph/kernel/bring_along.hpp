// `kernel` nodes of pipelines: stages whose texts lie beside the pipeline, or stand in it.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/graph/graph.hpp"

#include <filesystem>
#include <memory>
#include <vector>

namespace sluice {

// Reads the stage that the node names by its parameters `file` or `text`, which become GraphNode::kernel, and
// puts the stage into `stages`. The node is then one of that stage. Files lie where include: looks for them
// (find_file()), `from` is the pipeline. `is_block`: a `text` of several lines begins on the line after its
// key.
void bring_along(GraphNode& node, const std::filesystem::path& from, bool is_block,
                 std::vector<std::shared_ptr<const StageDef>>& stages, Diagnostics& faults);

}  // namespace sluice
