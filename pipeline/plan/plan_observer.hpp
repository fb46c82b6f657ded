// Who watches how a plan comes about.
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

// What make_plan() has after one of its steps. Lives as long as the call that shows it.
struct AfterStep {
    std::string_view
        step;  // in this order: expand, simplify, split, levels, fuse, join, place, cut, assemble
    const Primitives& graph;
    std::span<const std::string> decisions = {};  // of this step, for people
    const std::vector<Step>* steps = nullptr;     // from fuse on
    const ExecutionPlan* plan =
        nullptr;  // from place on: its images and slots; behind assemble all but `observed`
    // Of cut: strips into which the frame is cut, since it does not fit. Then all from fuse on is done once
    // more.
    std::optional<std::size_t> more_strips = {};
};

// Called by the thread that plans. An empty one is called for nothing.
using PlanObserver = std::function<void(const AfterStep&)>;

}  // namespace sluice
