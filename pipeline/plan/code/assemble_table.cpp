#include "pipeline/plan/code/assemble.hpp"
#include "pipeline/plan/code/table_code.hpp"
#include "pipeline/plan/primitives/function.hpp"
#include "pipeline/plan/schedule/join_tables.hpp"
#include "pipeline/plan/text.hpp"

namespace sluice {
namespace {

// On a CPU a table of few values takes longer to be optimized than it is ever computed for. Nothing rounds
// otherwise for that: floating point is as strict with as without.
std::string table_options(const Primitives& graph, const Primitive& node, bool doubles,
                          const DeviceFacts& device) {
    return lane_options(1, 1, doubles, device) +
           (device.cpu() && is_short(graph, node) ? " -cl-opt-disable" : "");
}

}  // namespace

Launch assemble_table(const Assembly& assembly, std::size_t index) {
    const ExecutionPlan& plan = assembly.plan;
    const Primitive& node = plan.graph.nodes[index];
    PassShape shape;
    shape.lanes = shape.pixels = 1;
    shape.doubles = plan.graph.in_double(index);
    KernelSource source;
    source.include("lanes.clh");
    KernelParameters parameters;
    LocalNumbers numbers;
    ProgramCode program{assembly, assembly, shape, source, parameters, numbers, {index}};
    const std::string call = table_call(program, index);

    const std::size_t channels = node.layout->channels.size();
    const std::size_t items = table_items(node, plan.device);
    const std::string who = items > 1 ? cat(items, " work-items for each row and channel")
                                      : "one work-item for each row and channel";
    source.append(cat("\n// ", who, ".\n__kernel __attribute__((reqd_work_group_size(", items,
                      ", 1, 1)))\nvoid table(", parameters.declarations(), ") {\n"));
    if (table_takes(plan.graph, node, "scratch"))
        source.append(cat("    __local ulong scratch[", items, "];\n"));
    if (items > 1) source.append(cat("    const int item = (int)get_local_id(0), items = ", items, ";\n"));
    source.append(cat("    const int row = (int)get_group_id(0) / ", channels,
                      ";\n    const int channel = (int)get_group_id(0) % ", channels, ";\n    ", call,
                      "}\n"));

    Launch launch;
    launch.stages = node.id;
    launch.kernel = "table";
    launch.program = std::make_shared<const Program>(
        Program{node.id, source.text(), table_options(plan.graph, node, shape.doubles, plan.device)});
    launch.arguments = parameters.arguments();
    launch.groups = node.layout->rows * channels;
    launch.local = items;
    launch.implementation = "table";
    launch.reason = who;
    return launch;
}

}  // namespace sluice
