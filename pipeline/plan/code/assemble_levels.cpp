#include "pipeline/plan/code/assemble.hpp"
#include "pipeline/plan/code/table_code.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>

namespace sluice {

// The Points are evaluated in vectors as wide as those of a pass, so that what is looked up is what a pass
// would have computed.
Launch assemble_levels(const Assembly& assembly, std::size_t index) {
    const ExecutionPlan& plan = assembly.plan;
    const Primitive& node = plan.graph.nodes[index];
    const Primitive& src = plan.graph.nodes[plan.graph.nodes[node.chain.front()].inputs[0].value()];

    PassNeeds needs;
    needs.domain = domain_of(*src.format);
    needs.formats = {*src.format};
    for (const std::size_t point : node.chain)
        needs.formats.push_back(plan.graph.nodes[point].format.value());
    needs.stores = true;
    const PassShape shape = place_pass(needs, plan.device, assembly.options).value();

    KernelSource source;
    for (const char* file : {"lanes.clh", "half.clh", "round.clh", "power.clh"}) source.include(file);
    KernelParameters parameters;
    LocalNumbers numbers;
    ProgramCode program{assembly, assembly, shape, source, parameters, numbers, {index}};
    const std::string statements = levels_statements(program, index);
    const std::size_t levels = node.layout->fields[0].count;
    const std::size_t items = levels / static_cast<std::size_t>(shape.pixels);  // of a row
    const std::size_t local = std::min<std::size_t>(16, plan.device.max_work_group);
    source.append(cat("\n// One work-item for PIXELS levels.\n__kernel __attribute__((reqd_work_group_size(",
                      local, ", 1, 1)))\nvoid levels(", parameters.declarations(),
                      ") {\n    const uint layer = get_global_id(0) / ", items,
                      ";\n    const int level = (int)(get_global_id(0) % ", items, ") * PIXELS;\n",
                      statements, "}\n"));

    Launch launch;
    launch.stages = node.id;
    launch.kernel = "levels";
    launch.program = std::make_shared<const Program>(
        Program{node.id, source.text(), lane_options(shape.lanes, shape.pixels, shape.doubles, plan.device)});
    launch.arguments = parameters.arguments();
    launch.local = local;
    launch.groups = node.layout->rows * items / launch.local;
    launch.implementation = "levels";
    launch.reason = cat(levels, " levels of ", src.id);
    return launch;
}

}  // namespace sluice
