#include "pipeline/plan/live.hpp"

#include "pipeline/plan/make_plan.hpp"
#include "pipeline/plan/text.hpp"

#include <utility>
#include <variant>

namespace sluice {
namespace {

std::string missing(const PlannedImage& image, const PlannedImage& other) {
    if (!(image.format == other.format))
        return cat(other.name, " as ", other.format.text(), " in the place of ", image.format.text());
    const bool same = image.name == other.name && image.storage == other.storage &&
                      image.pitch == other.pitch && image.rows == other.rows && image.slot == other.slot;
    return same ? "" : cat("other memory for ", other.name);
}

std::string missing(const PlannedTable& table, const PlannedTable& other) {
    const bool same = table.name == other.name && table.layout == other.layout &&
                      table.bytes == other.bytes && table.zeroed == other.zeroed &&
                      table.kept == other.kept && table.given.size() == other.given.size();
    return same ? "" : cat("a table of another size, ", other.name);
}

// Numbers may differ, what they are may not.
bool same_kind(const KernelArgument& a, const KernelArgument& b) {
    const auto *number = std::get_if<NumberArgument>(&a), *other = std::get_if<NumberArgument>(&b);
    return number != nullptr && other != nullptr ? number->type == other->type : a == b;
}

std::string missing(const Upload& up, const Upload& other) {
    const bool same = up.source == other.source && up.image == other.image && up.sweep == other.sweep &&
                      up.rows == other.rows;
    return same ? "" : "other rows of an image";
}

std::string missing(const Download& down, const Download& other) {
    const bool same = down.sink == other.sink && down.image == other.image && down.rows == other.rows;
    return same ? "" : "other rows of a result";
}

std::string missing(const HostWork& work, const HostWork& other) {
    const bool same = work.node == other.node && work.images == other.images && work.result == other.result;
    return same ? "" : "other images of the host";
}

std::string missing(const Launch& launch, const Launch& other) {
    const bool same_kernel = launch.kernel == other.kernel &&
                             launch.program->source == other.program->source &&
                             launch.program->options == other.program->options &&
                             std::equal(launch.arguments.begin(), launch.arguments.end(),
                                        other.arguments.begin(), other.arguments.end(), same_kind);
    if (!same_kernel) return cat("another kernel of ", other.stages);
    const bool same = launch.groups == other.groups && launch.local == other.local &&
                      launch.rows == other.rows && launch.reads == other.reads &&
                      launch.writes == other.writes;
    return same ? "" : cat("other work-groups of ", other.stages);
}

std::string missing(const PlannedStep& step, const PlannedStep& other) {
    return std::visit(
        [&](const auto& of) -> std::string {
            const auto* as = std::get_if<std::decay_t<decltype(of)>>(&other);
            return as == nullptr ? "other steps" : missing(of, *as);
        },
        step);
}

std::string missing(const Primitive& node, const Primitive& other) {
    if (node.id != other.id) return cat("other stages: ", other.id, " in the place of ", node.id);
    return node.stage == other.stage && node.inputs == other.inputs ? "" : cat("another part ", node.id);
}

std::string missing(const ObservedTable& observed, const ObservedTable& other) {
    return observed.name == other.name && observed.table == other.table && observed.fields == other.fields
               ? ""
               : cat("another table ", other.name);
}

std::string missing(const PlannedWarning& warning, const PlannedWarning& other) {
    return warning.flag == other.flag && warning.stage == other.stage ? "" : "other warnings";
}

// Of two lists, element by element.
template <class T>
std::string missing(const std::vector<T>& list, const std::vector<T>& other, const char* what) {
    if (list.size() != other.size()) return cat("other ", what);
    for (std::size_t i = 0; i < list.size(); ++i)
        if (std::string lacking = missing(list[i], other[i]); !lacking.empty()) return lacking;
    return "";
}

void take_numbers(Launch& launch, const Launch& other) {
    for (std::size_t i = 0; i < launch.arguments.size(); ++i)
        if (auto* number = std::get_if<NumberArgument>(&launch.arguments[i]))
            number->value = std::get<NumberArgument>(other.arguments[i]).value;
}

}  // namespace

ExecutionPlan plan_with(const ExecutionPlan& plan, const ValuesOfNodes& values) {
    CheckedGraph graph = plan.recipe->graph;
    for (CheckedNode& node : graph.nodes)
        if (const auto at = values.find(node.id); at != values.end()) node.values = at->second;
    return make_plan(graph, plan.recipe->registry, plan.recipe->sources, plan.device, plan.recipe->options);
}

std::string lacks(const ExecutionPlan& plan, const ExecutionPlan& other) {
    for (const std::string& lacking :
         {missing(plan.graph.nodes, other.graph.nodes, "stages"),
          missing(plan.images, other.images, "images"), missing(plan.tables, other.tables, "tables"),
          missing(plan.steps, other.steps, "steps"),
          missing(plan.observed, other.observed, "tables to look at"),
          missing(plan.warnings, other.warnings, "warnings")})
        if (!lacking.empty()) return lacking;
    const bool same = plan.strips == other.strips && plan.status == other.status &&
                      plan.graph.assertions.size() == other.graph.assertions.size();
    return same ? "" : "other steps";
}

void take_values(ExecutionPlan& plan, ExecutionPlan other) {
    for (std::size_t i = 0; i < plan.graph.nodes.size(); ++i)
        plan.graph.nodes[i].values = std::move(other.graph.nodes[i].values);
    for (std::size_t i = 0; i < plan.tables.size(); ++i) {
        PlannedTable& table = plan.tables[i];
        if (table.given == other.tables[i].given) continue;
        table.given = std::move(other.tables[i].given);
        ++table.edition;
    }
    for (std::size_t i = 0; i < plan.steps.size(); ++i)
        if (auto* launch = std::get_if<Launch>(&plan.steps[i]))
            take_numbers(*launch, std::get<Launch>(other.steps[i]));
}

}  // namespace sluice
