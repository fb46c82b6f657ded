// A plan in the making: first all but its kernels (lay_out.hpp), then these (code/assemble.hpp).
#pragma once

#include "pipeline/plan/options.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/plan/schedule/fuse.hpp"
#include "pipeline/plan/schedule/pass_design.hpp"

#include <cstddef>
#include <map>
#include <vector>

namespace sluice {

struct Assembly {
    ExecutionPlan plan;
    const PlanOptions& options;
    std::map<std::size_t, std::size_t> image_of = {};  // node -> plan.images
    std::map<std::size_t, std::size_t> table_of = {};  // node -> plan.tables
    std::vector<Step> steps = {};
    std::vector<std::vector<Rows>> rows = {};       // of each step, in each strip
    std::map<std::size_t, PassDesign> passes = {};  // by step

    const PlannedImage& image(std::size_t node) const { return plan.images[image_of.at(node)]; }
};

}  // namespace sluice
