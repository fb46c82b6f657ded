// Live parameters of stages that a plan has as they are, not as parts: Points and functions of the host. Such
// a plan need not be made again (live.hpp): what the planner asks a stage is asked again, and the kernels get
// other numbers.
#pragma once

#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/plan/plan.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace sluice {

// Where a plan has the value of a parameter as it is.
struct PlainNumber {
    std::size_t node;                        // of plan.graph
    std::vector<NumberArgument*> arguments;  // of the launches; valid as long as the plan
};
// Nothing if more than these numbers can depend on the parameter: its stage derives something from it, checks
// it beside others, or is made of parts. The declaration of the stage decides, and no value does.
std::optional<PlainNumber> plain_number(ExecutionPlan& plan, const CheckedNode& node, const ParamDecl& param);

// Gives a node other values if its stage, asked again, says the same as before, but for the numbers of its
// kernels. Returns false if it does not: another plan may be needed, and this one is as it was.
bool renumber(ExecutionPlan& plan, const CheckedNode& node, const Values& values);

}  // namespace sluice
