#include "pipeline/plan/code/assemble.hpp"
#include "pipeline/plan/code/point_code.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <stdexcept>

namespace sluice {
namespace {

// Steps stand after what makes their inputs: a table that is none of them may not be there yet.
void check_inputs(const Primitives& graph, const Primitive& levels) {
    for (const std::size_t point : levels.chain)
        for (const auto& input : graph.nodes[point].inputs)
            if (input && graph.nodes[*input].layout &&
                std::find(levels.inputs.begin(), levels.inputs.end(), input) == levels.inputs.end())
                throw std::logic_error(cat(levels.id, " does not wait for ", graph.nodes[*input].id));
}

}  // namespace

// The Points are evaluated in vectors as wide as those of a pass, so that what is looked up is what a pass
// would have computed.
Launch assemble_levels(const Assembly& assembly, std::size_t index) {
    const ExecutionPlan& plan = assembly.plan;
    const Primitive& node = plan.graph.nodes[index];
    check_inputs(plan.graph, node);
    const std::size_t src = plan.graph.nodes[node.chain.front()].inputs[0].value();
    const ImageFormat& format = plan.graph.nodes[src].format.value();

    PassNeeds needs;
    needs.domain = domain_of(format);
    needs.formats = {format};
    for (const std::size_t point : node.chain)
        needs.formats.push_back(plan.graph.nodes[point].format.value());
    needs.stores = true;
    const PassShape shape = place_pass(needs, plan.device, assembly.options);

    KernelSource source;
    for (const char* file : {"lanes.clh", "half.clh", "round.clh", "power.clh"}) source.include(file);
    source.append(cat("\n", table_accessors(*node.layout, "levels", "levels")));
    KernelParameters parameters;
    std::string before, evaluate;
    LocalNumbers numbers;
    ProgramCode program{assembly, shape, source, parameters, numbers};
    PointCode code(program, {}, before);
    numbers(src);
    for (const std::size_t point : node.chain)
        evaluate += cat("    const V v", numbers(point), " = ", code.value(point, false), ";\n");
    parameters.add("__global uchar *levels", TableArgument{assembly.table_of.at(index)});

    const std::size_t levels = node.layout->fields[0].count;
    const std::size_t items = levels / static_cast<std::size_t>(shape.pixels);  // of a row
    source.append(cat("\n// One work-item for PIXELS levels.\n__kernel void levels(",
                      parameters.declarations(), ") {\n    const uint layer = get_global_id(0) / ", items,
                      ";\n    const int level = (int)(get_global_id(0) % ", items, ") * PIXELS;\n", before,
                      "    const V v", numbers(src), " = CONVERT(REAL, PIXEL_OF_LANE + (VI)(level + ",
                      static_cast<std::int64_t>(lowest(format.pixel)), "));\n", evaluate,
                      "    const REAL *from = (const REAL *)&v", numbers(node.chain.back()),
                      ";\n    for (int lane = 0; lane < LANES * PIXELS; ++lane)\n"
                      "        levels_value(layer, lane % LANES, level + lane / LANES) = from[lane];\n}\n"));

    Launch launch;
    launch.stages = node.id;
    launch.kernel = "levels";
    launch.program = std::make_shared<const Program>(
        Program{node.id, source.text(), lane_options(shape.lanes, shape.pixels, shape.doubles, plan.device)});
    launch.arguments = parameters.arguments();
    launch.local = std::min<std::size_t>(16, plan.device.max_work_group);
    launch.groups = node.layout->rows * items / launch.local;
    launch.implementation = "levels";
    launch.reason = cat(levels, " levels of ", plan.graph.nodes[src].id);
    return launch;
}

}  // namespace sluice
