#include "pipeline/plan/code/assemble.hpp"

#include "pipeline/plan/code/kernel_source.hpp"
#include "pipeline/plan/primitives/function.hpp"
#include "pipeline/plan/primitives/numbers.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <optional>

namespace sluice {
namespace {

// Functions work in double where they give doubles.
bool works_in_double(const TableLayout& output) {
    return std::any_of(output.fields.begin(), output.fields.end(),
                       [](const Field& field) { return field.type == FieldType::f64; });
}

// The flag that a stage raises to have its warning said: its place in the status Table.
std::optional<std::size_t> flag_of(const ExecutionPlan& plan, const Primitive& node) {
    for (const PlannedWarning& warning : plan.warnings)
        if (warning.stage == node.id) return warning.flag;
    return std::nullopt;
}

// On a CPU a table of few values takes longer to be optimized than it is ever computed for. Nothing rounds
// otherwise for that: floating point is as strict with as without.
constexpr std::size_t few = 4096;
std::string table_options(const Primitives& graph, const Primitive& node, bool doubles,
                          const DeviceFacts& device) {
    const auto is_short = [](const TableLayout& layout) {
        return std::all_of(layout.fields.begin(), layout.fields.end(),
                           [&](const Field& field) { return layout.rows * field.count <= few; });
    };
    const bool all_short =
        is_short(*node.layout) && std::all_of(node.inputs.begin(), node.inputs.end(), [&](const auto& input) {
            return !input || is_short(*graph.nodes[*input].layout);
        });
    return lane_options(1, 1, doubles, device) + (device.cpu() && all_short ? " -cl-opt-disable" : "");
}

}  // namespace

Launch assemble_table(const Assembly& assembly, std::size_t index) {
    const ExecutionPlan& plan = assembly.plan;
    const Primitives& graph = plan.graph;
    const Primitive& node = graph.nodes[index];
    const Signature function = stage_function(graph, node);
    const bool doubles = works_in_double(*node.layout) && !node.layout->pairs;

    KernelSource source;
    source.include("lanes.clh");
    source.include("divide.clh");
    source.include("wide.clh");
    KernelParameters parameters;
    std::string accessors;  // stand before the function, which uses them
    const auto bind_table = [&](const std::string& name) -> bool {
        const auto bind = [&](const TableLayout& layout, std::size_t of, bool writes) {
            accessors += table_accessors(layout, name, name);
            parameters.add(cat("__global ", writes ? "" : "const ", "uchar *", name),
                           TableArgument{assembly.table_of.at(of)});
        };
        for (std::size_t port = 0; port < node.inputs.size(); ++port)
            if (node.stage->inputs[port].name == name && node.inputs[port]) {
                bind(*graph.nodes[*node.inputs[port]].layout, *node.inputs[port], false);
                return true;
            }
        if (node.stage->outputs.at(0).name != name) return false;
        bind(*node.layout, index, true);
        return true;
    };

    std::string call = cat(function.name, "(");
    for (const Argument& a : function.arguments) {
        if (&a != &function.arguments.front()) call += ", ";
        if (a.name == "row" || a.name == "channel" || a.name == "item" || a.name == "items" ||
            a.name == "scratch") {
            call += a.name;
        } else if (a.type == "TABLE" && bind_table(a.name)) {
            call += cat("(TABLE)", a.name);
        } else if (const auto flag = flag_of(plan, node); flag && a.name == "status") {
            parameters.add("__global uint *status", TableArgument{*plan.status});
            parameters.number("uint", "flag", static_cast<double>(*flag));
            call += "status + flag";
        } else if (number_of(graph, index, a.name)) {
            parameters.number(a.type, a.name, graph, index, a.name, doubles);
            call += a.name;
        } else {
            throw Error(Error::Kind::usage, "",
                        cat(function.file, ":", function.line, ": argument ", a.name, " of ", function.name,
                            " is no port, constant or parameter of stage ", node.stage->name));
        }
    }
    call += ")";

    const std::size_t channels = node.layout->channels.size();
    const std::size_t items = std::min(node.stage->as<TableDef>()->items, plan.device.max_work_group);
    const std::string who = items > 1 ? cat(items, " work-items for each row and channel")
                                      : "one work-item for each row and channel";
    source.declare(accessors);
    source.include(function.file);
    source.append(cat("\n// ", who, ".\n__kernel __attribute__((reqd_work_group_size(", items,
                      ", 1, 1)))\nvoid table(", parameters.declarations(), ") {\n"));
    if (items > 1)
        source.append(cat("    __local ulong scratch[", items,
                          "];\n    const int item = (int)get_local_id(0), items = ", items, ";\n"));
    source.append(cat("    const int row = (int)get_group_id(0) / ", channels,
                      ";\n    const int channel = (int)get_group_id(0) % ", channels, ";\n    ", call,
                      ";\n}\n"));

    Launch launch;
    launch.stages = node.id;
    launch.kernel = "table";
    auto program = std::make_shared<Program>();
    *program = {node.id, source.text(), table_options(graph, node, doubles, plan.device)};
    launch.program = std::move(program);
    launch.arguments = parameters.arguments();
    launch.groups = node.layout->rows * channels;
    launch.local = items;
    launch.implementation = "table";
    launch.reason = who;
    return launch;
}

}  // namespace sluice
