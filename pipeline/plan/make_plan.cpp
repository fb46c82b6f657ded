#include "pipeline/plan/make_plan.hpp"

#include "pipeline/graph/throw_fault.hpp"
#include "pipeline/plan/code/assemble.hpp"
#include "pipeline/plan/rewrite/asked_images.hpp"
#include "pipeline/plan/rewrite/give_tables.hpp"
#include "pipeline/plan/rewrite/levels.hpp"
#include "pipeline/plan/rewrite/simplify.hpp"
#include "pipeline/plan/rewrite/split_gathers.hpp"
#include "pipeline/plan/schedule/lay_out.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sluice {
namespace {

// What the caller sees, in the order of the layout. Integers are never NaN or inf: nobody counts them, and
// there are none. A list has what was measured.
std::vector<Field> seen_fields(const Primitive& node) {
    const auto seen = [&](const Field& field) {
        return std::find(node.observed.begin(), node.observed.end(), field.name) != node.observed.end();
    };
    std::vector<Field> fields;
    std::copy_if(node.layout->fields.begin(), node.layout->fields.end(), std::back_inserter(fields), seen);
    for (const std::string& name : node.observed)
        if (node.layout->find(name) == nullptr && !node.layout->list)
            fields.push_back({name, FieldType::u64, true, 1});
    return fields;
}

void name_asserted(Primitives& graph, const std::vector<Observed>& observed) {
    for (Assertion& assertion : graph.assertions)
        for (const Observed& o : observed)
            if (graph.nodes[o.node].id == assertion.table) {
                assertion.table = o.name;
                break;
            }
}

// Throws Error(usage) where an assertion cannot look at its Table.
void check_assertions(const ExecutionPlan& plan) {
    for (const Assertion& assertion : plan.graph.assertions)
        for (const ObservedTable& observed : plan.observed) {
            if (observed.name != assertion.table) continue;
            TableLayout layout = plan.tables[observed.table].layout;
            if (!observed.fields.empty()) layout.fields = observed.fields;
            const std::string fault = assertion.stage->as<AssertionDef>()->refuse(assertion.values, layout);
            if (!fault.empty())
                throw_fault(assertion.place, assertion.id, cat("table ", assertion.table, " ", fault));
        }
}

}  // namespace

ExecutionPlan make_plan(const CheckedGraph& checked, const Registry& registry, const SourceFormats& sources,
                        const DeviceFacts& device, const PlanOptions& options, const PlanObserver& observer) {
    std::vector<std::string> decisions;
    Primitives graph = walk(checked, registry, sources, expand_for(device, options));
    give_tables(graph, options.given);
    std::size_t said = 0;
    const auto show = [&](const char* step) {
        if (observer) observer({step, graph, std::span(decisions).subspan(said)});
        said = decisions.size();
    };
    show("expand");
    std::vector<Observed> observed = observed_tables(graph, options.observe);
    name_asserted(graph, observed);
    simplify(graph, observed);
    mark_stored(graph, options.store);
    show("simplify");
    split_gathers(graph, observed, device, decisions);
    show("split");
    if (options.simplify) reduce_levels(graph, observed, registry, device, decisions);
    if (options.fuse) look_levels_up(graph, observed, registry, device, decisions);
    show("levels");

    Assembly assembly = lay_out(graph, device, options, observer);
    assemble(assembly);
    if (observer)
        observer({"assemble", assembly.plan.graph, {}, &assembly.steps, &assembly.plan, std::nullopt});

    ExecutionPlan& plan = assembly.plan;
    plan.recipe = std::make_shared<const PlanRecipe>(PlanRecipe{checked, registry, sources, options});
    plan.by_rows = options.by_rows;
    plan.decisions.insert(plan.decisions.begin(), decisions.begin(), decisions.end());
    for (const Observed& o : observed)
        plan.observed.push_back(
            {o.name, assembly.table_of.at(o.node), seen_fields(plan.graph.nodes[o.node])});
    check_assertions(plan);
    return std::move(plan);
}

}  // namespace sluice
