// What GatherCode makes of a function whose reads are held against what its stage declares
// (PlanOptions::check_reads): it reads each place by itself, through a function that looks at it first.
#include "pipeline/plan/code/gather_code.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>

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
    program_.source.include("checked.clh");
    const std::string places =
        cat(type(), " ", name_, "_checked(PASS_PARAMETERS, const uint layer, const VI at_x, const VI at_y, ");
    const std::string flag = cat("status + ", name_, "_flag");
    if (const auto& reach = check()->reach) {
        program_.source.append(
            cat(places, "int dx, int dy) {\n    if (dx < -", reach->left, " || dx > ", reach->right,
                " || dy < -", reach->top, " || dy > ", reach->bottom, ") {\n        tell_beyond(", flag,
                ", dx, dy, OF_PIXEL(at_x, 0), OF_PIXEL(at_y, 0));\n        dx = dy = 0;\n    }\n    return ",
                texel("at_x + (VI)(dx)", "at_y + (VI)(dy)"), ";\n}\n"));
        return;
    }
    program_.source.append(cat(places, "VI x, VI y) {\n    const VI column = ", edge_text("x", "_width"),
                               ", row = ", edge_text("y", "_height"),
                               ";\n    keep_within(&x, &y, column, row, at_x, at_y, ", name_, "_places, ",
                               flag, ");\n    return ", texel("x", "y"), ";\n}\n"));
}

}  // namespace sluice
