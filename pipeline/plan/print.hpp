// Plans for people and for programs.
#pragma once

#include "pipeline/plan/plan.hpp"

#include <string>

namespace sluice {

// Three lines for people: the stages, the passes over the pixels, the memory.
std::string plan_summary(const ExecutionPlan& plan);
// What was decided: for people (the summary, then each step with its reasons), for programs, for Graphviz
// (each primitive once). `kernels` adds the assembled sources.
std::string plan_text(const ExecutionPlan& plan, bool kernels = false);
std::string plan_json(const ExecutionPlan& plan);
std::string plan_dot(const ExecutionPlan& plan);
// For people: what there was after each step of planning, which is done once more for this. A line that
// begins with
// + is new, one with - is gone, one with ? says why.
std::string plan_steps(const ExecutionPlan& plan);

}  // namespace sluice
