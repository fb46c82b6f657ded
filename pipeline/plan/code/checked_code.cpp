// What GatherCode makes of a function whose reads are held against what its stage declares
// (PlanOptions::check_reads): it reads each place by itself, through a function that looks at it first.
#include "pipeline/plan/code/gather_code.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <vector>

namespace sluice {

// Null where nothing is checked; weights are the planner's own.
const CheckedReads* GatherCode::check() const {
    const std::vector<CheckedReads>& checks = program_.assembly.plan.checks;
    const auto found = std::find_if(checks.begin(), checks.end(),
                                    [&](const CheckedReads& check) { return check.node == source_.node; });
    return found == checks.end() ? nullptr : &*found;
}

void GatherCode::add_check() {
    const std::string status = "__global uint *status";
    if (!program_.parameters.has(status))
        program_.parameters.add(status, TableArgument{*program_.assembly.plan.status});
    program_.parameters.number("uint", cat(name_, "_flag"), static_cast<double>(check()->flag));
    if (!check()->places) return;
    program_.parameters.add(cat("__global const int *", name_, "_places"), TableArgument{*check()->places});
}

std::string GatherCode::checked(const char* x, const char* y) const {
    return cat(name_, "_checked(PASS_ARGUMENTS, layer, at_x, at_y, ", x, ", ", y, ")");
}

void GatherCode::define_checked() {
    const auto& reach = check()->reach;
    std::vector<KernelSource::Macro> macros{{"CHECKED_V", type()},
                                            {"CHECKED_TEXEL(x, y)", texel("x", "y")},
                                            {"CHECKED_FLAG", cat("status + ", name_, "_flag")},
                                            {"CHECKED_REACH", reach ? "1" : "0"}};
    if (reach)
        macros.insert(macros.end(), {{"CHECKED_LEFT", cat(reach->left)},
                                     {"CHECKED_RIGHT", cat(reach->right)},
                                     {"CHECKED_TOP", cat(reach->top)},
                                     {"CHECKED_BOTTOM", cat(reach->bottom)}});
    else
        macros.insert(macros.end(), {{"CHECKED_COLUMN(x)", edge_text("x", "_width")},
                                     {"CHECKED_ROW(y)", edge_text("y", "_height")},
                                     {"CHECKED_PLACES", cat(name_, "_places")}});
    program_.source.instantiate("checked_reads.clh", name_, macros);
}

}  // namespace sluice
