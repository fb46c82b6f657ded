// Live lists that a composition passes to a part whose Table the host fills (passed_to): no plan is made for
// another list, only the Table is filled again.
#pragma once

#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/plan/plan.hpp"

#include <memory>
#include <string>
#include <vector>

namespace sluice {

class PlainList {
public:
    // Null if the parameter is none, or the plan has no such part. Valid as long as the plan.
    static std::unique_ptr<PlainList> of(ExecutionPlan& plan, const CheckedNode& node,
                                         const ParamDecl& param);

    // REQUIRES: the parameter allows the length and the numbers of the list. Throws the part's
    // Error(usage) if it cannot take them; nothing has changed then. Allocates nothing unless the list is
    // longer than all before.
    void set(const std::vector<double>& list);

private:
    PlainList(const ExecutionPlan& plan, std::string param, Primitive& node, PlannedTable& table);
    std::vector<double>& list();

    const std::string param_;
    Primitive& node_;
    PlannedTable& table_;
    const StageInputs inputs_;
    Table contents_;
    std::vector<double> before_;
};

}  // namespace sluice
