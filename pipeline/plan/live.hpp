// Live parameters: a plan that is at work takes other values of them. What a plan depends on is decided in
// one place, make_plan: with the other values it makes a plan once more, and where that has the kernels and
// the memory of the first, its numbers are taken over. No stage says which numbers follow from which
// parameter, and no part of the planner knows of it.
#pragma once

#include "pipeline/plan/plan.hpp"

#include <map>
#include <string>

namespace sluice {

// All parameters of nodes of the graph that was planned, by their ids; those of other nodes stay.
using ValuesOfNodes = std::map<std::string, Values>;

// The plan that these values make. Pure. Throws Error(usage) where they make none. REQUIRES: plan.recipe.
ExecutionPlan plan_with(const ExecutionPlan& plan, const ValuesOfNodes& values);

// What the kernels and the memory of a plan lack to do the work of another plan of the same graph, or "":
// "another kernel of normalize.stretch".
std::string lacks(const ExecutionPlan& plan, const ExecutionPlan& other);

// Takes over what may differ then: values of nodes, numbers that kernels take, contents of given Tables
// (whose `edition` goes up where they differ). Formats stay, and with them ImageFormat::meant. What stays may
// be read by other threads meanwhile: the graph but for its values, images, layouts, what is observed, the
// kinds of steps. REQUIRES: lacks(plan, other) is "".
void take_values(ExecutionPlan& plan, ExecutionPlan other);

}  // namespace sluice
