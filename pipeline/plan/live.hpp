// Live parameters: changes their values in a plan that is in use. Only make_plan decides what a plan depends
// on, so it makes a second plan with the new values. If this plan has the same kernels and memory as the
// first, its numbers are copied. No stage declares which numbers depend on which parameter, and no other part
// of the planner knows about live parameters.
#pragma once

#include "pipeline/plan/plan.hpp"

#include <map>
#include <string>

namespace sluice {

// All parameters of some nodes of the planned graph, by the id of the node. Other nodes keep their values.
using ValuesOfNodes = std::map<std::string, Values>;

// Makes the plan for these values. Pure. Throws Error(usage) if there is none. REQUIRES: plan.recipe.
ExecutionPlan plan_with(const ExecutionPlan& plan, const ValuesOfNodes& values);

// Why the kernels and the memory of a plan cannot do the work of another plan of the same graph: "another
// kernel of normalize.stretch". "" if they can.
std::string lacks(const ExecutionPlan& plan, const ExecutionPlan& other);

// Copies everything that may then differ: values of nodes, numeric arguments of kernels, and contents of
// given Tables (`edition` increases if they differ). Formats do not change, including ImageFormat::meant.
// Other threads may meanwhile read everything that does not change: the graph except its values, images,
// layouts, observed Tables, the kinds of steps. REQUIRES: lacks(plan, other) is "".
void take_values(ExecutionPlan& plan, ExecutionPlan other);

}  // namespace sluice
