// Graphs with stages whose size follows from pixels (MeasuredDef). Nothing here knows such a stage by name.
//
//   while (has_measured(graph)) {
//       const Measuring first = measuring(graph);
//       ...                                             // run it, and read its Tables
//       for (const std::string& id : first.measured) put_in_place(graph, id, table(id));
//   }
#pragma once

#include "pipeline/core/table.hpp"
#include "pipeline/core/warn.hpp"
#include "pipeline/graph/checked_graph.hpp"

#include <string>
#include <vector>

namespace sluice {

// The first of them, or nullptr.
const CheckedNode* first_measured(const CheckedGraph& graph);
inline bool has_measured(const CheckedGraph& graph) { return first_measured(graph) != nullptr; }
// Why there is no plan for it, and what would be right.
Wording no_plan_for_measured();

// The part of a graph that measures: those stages of this kind that are behind no other one, and all that
// comes before them.
struct Measuring {
    CheckedGraph graph;
    std::vector<std::string> measured;  // ids of the stages, and names of the Tables that measure them
};
// REQUIRES: has_measured(graph).
Measuring measuring(const CheckedGraph& graph);

// Replaces a stage by what it becomes for this Table. `warn` receives what the stage has to say about the
// image.
void put_in_place(CheckedGraph& graph, const std::string& id, const Table& table, const Warn& warn = {});

// What is planned for an image, one graph after the other, if each result has the largest size that there may
// be. The last one measures nothing, and gives the results; it is the only one if no size follows from
// pixels.
std::vector<Measuring> with_largest(CheckedGraph graph);

}  // namespace sluice
