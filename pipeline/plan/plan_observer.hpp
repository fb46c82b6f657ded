// Observes how a plan is made.
#pragma once

#include "pipeline/plan/plan.hpp"
#include "pipeline/plan/schedule/fuse.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// The state of make_plan() after one of its steps. Valid during the call.
struct AfterStep {
    std::string_view
        step;  // in this order: expand, simplify, split, levels, fuse, join, place, cut, assemble
    const Primitives& graph;
    std::span<const std::string> decisions = {};  // of this step, for people
    const std::vector<Step>* steps = nullptr;     // from fuse on
    const ExecutionPlan* plan =
        nullptr;  // from place on: its images and slots; behind assemble all but `observed`
    // After cut: the number of strips, if the frame does not fit. All steps from fuse on are then repeated.
    std::optional<std::size_t> more_strips = {};
};

// Called on the thread that plans. May be empty.
using PlanObserver = std::function<void(const AfterStep&)>;

}  // namespace sluice
