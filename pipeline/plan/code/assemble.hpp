// Kernels and their launches, from steps: one program for a pass (with the finish of its Reduces), one
// for a Table stage or a table of levels.
#pragma once

#include "pipeline/plan/plan.hpp"
#include "pipeline/plan/schedule/fuse.hpp"
#include "pipeline/plan/schedule/place.hpp"

#include <map>
#include <vector>

namespace sluice {

// What is known when kernels are assembled: the plan so far, and where images and Tables of nodes are.
struct Assembly {
    ExecutionPlan& plan;
    const PlanOptions& options;
    std::map<std::size_t, std::size_t> image_of;  // node -> plan.images
    std::map<std::size_t, std::size_t> table_of;  // node -> plan.tables

    const PlannedImage& image(std::size_t node) const { return plan.images[image_of.at(node)]; }
};

// `rows`: what the pass goes over in each strip. Adds scratch Tables to the plan where Reduces need them.
std::vector<Launch> assemble_pass(Assembly& assembly, const PassStep& pass, const std::vector<Rows>& rows);
Launch assemble_table(Assembly& assembly, std::size_t node);
Launch assemble_levels(Assembly& assembly, std::size_t node);  // a Table with a chain of Points

}  // namespace sluice
