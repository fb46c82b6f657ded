#include "pipeline/plan/code/table_code.hpp"

#include "pipeline/plan/code/point_code.hpp"
#include "pipeline/plan/primitives/function.hpp"
#include "pipeline/plan/primitives/numbers.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace sluice {
namespace {

// The flag that a stage raises to have its warning said: its place in the status Table.
std::optional<std::size_t> flag_of(const ExecutionPlan& plan, const Primitive& node) {
    for (const PlannedWarning& warning : plan.warnings)
        if (warning.stage == node.id) return warning.flag;
    return std::nullopt;
}

// Which Table a function means by the name of a port.
std::optional<std::size_t> at_port(const Primitive& node, std::size_t index, const std::string& port) {
    for (std::size_t k = 0; k < node.inputs.size(); ++k)
        if (node.stage->inputs[k].name == port) return node.inputs[k];
    if (node.stage->outputs.at(0).name == port) return index;
    return std::nullopt;
}

// Likewise, or its own as the frame before made it: `previous`, all zero where there was none.
std::optional<std::size_t> read_as(const Primitive& node, std::size_t index, const std::string& name) {
    const auto table = at_port(node, index, name);
    return !table && name == "previous" ? index : table;
}

std::string argument(ProgramCode& program, std::size_t index, const Signature& function, const Argument& a) {
    const ExecutionPlan& plan = program.assembly.plan;
    const Primitive& node = plan.graph.nodes[index];
    for (const char* own : {"row", "channel", "item", "items", "scratch"})
        if (a.name == own) return a.name;
    if (const auto table = a.type == "TABLE" ? at_port(node, index, a.name) : std::nullopt)
        return cat("(TABLE)", program.table(*table));
    if (a.type == "TABLE" && a.name == "previous") return cat("(TABLE)", program.previous_table(index));
    if (const auto flag = flag_of(plan, node); flag && a.name == "status") {
        const std::string status = "__global uint *status", name = cat("flag", program.numbers(index));
        if (!program.parameters.has(status)) program.parameters.add(status, TableArgument{*plan.status});
        program.parameters.number("uint", name, static_cast<double>(*flag));
        return cat("status + ", name);
    }
    if (!number_of(plan.graph, index, a.name))
        throw Error(Error::Kind::usage, "",
                    cat(function.file, ":", function.line, ": argument ", a.name, " of ", function.name,
                        " is no port, constant or parameter of stage ", node.stage->name));
    const std::string name = cat("n", program.numbers(index), "_", a.name);
    program.parameters.number(a.type, name, plan.graph, index, a.name, program.shape.doubles);
    return name;
}

// Steps stand after what makes their inputs: a table that is none of them may not be there yet.
void check_inputs(const Primitives& graph, const Primitive& levels) {
    for (const std::size_t point : levels.chain)
        for (const auto& input : graph.nodes[point].inputs)
            if (input && graph.nodes[*input].layout &&
                std::find(levels.inputs.begin(), levels.inputs.end(), input) == levels.inputs.end())
                throw std::logic_error(cat(levels.id, " does not wait for ", graph.nodes[*input].id));
}

// Each item of the group computes a channel: a group has an item for each, or is one.
std::string for_each_channel(std::size_t channels, std::size_t items, const std::string& call) {
    if (items == 1) return cat("        for (int channel = 0; channel < ", channels, "; ++channel) ", call);
    return cat("        {\n            const int channel = (int)get_local_id(0);\n            if (channel < ",
               channels, ") ", call, "        }\n");
}

}  // namespace

std::size_t table_items(const Primitive& table, const DeviceFacts& device) {
    return std::min(table.stage->as<TableDef>()->items, device.max_work_group);
}

std::string table_call(ProgramCode& program, std::size_t index) {
    const Primitives& graph = program.view.graph;
    const Primitive& node = graph.nodes[index];
    const Signature function = stage_function(graph, node);
    const std::string prefix = cat("f", program.numbers(index));
    std::string call;
    for (const Argument& a : function.arguments)
        call += cat(call.empty() ? "" : ", ", argument(program, index, function, a));

    program.source.include("divide.clh");
    std::vector<KernelSource::Macro> accessors;
    for (const Argument& a : function.arguments)
        if (const auto table = a.type == "TABLE" ? read_as(node, index, a.name) : std::nullopt)
            for (KernelSource::Macro& macro :
                 table_accessors(*graph.nodes[*table].layout, a.name, a.name, node.stage->call()->checked))
                accessors.push_back(std::move(macro));
    program.source.instantiate(function.file, prefix, accessors, function.text);
    return cat(prefix, "_", function.name, "(", call, ");\n");
}

LevelsCode levels_code(ProgramCode& program, std::size_t index) {
    const Primitives& graph = program.view.graph;
    const Primitive& node = graph.nodes[index];
    check_inputs(graph, node);
    const std::size_t src = graph.nodes[node.chain.front()].inputs[0].value();
    LevelsCode levels;
    PointCode code(program, {}, levels.before);
    levels.statements =
        cat("    const V v", program.numbers(src), " = CONVERT(REAL, PIXEL_OF_LANE + (VI)(level + ",
            static_cast<std::int64_t>(lowest(graph.nodes[src].format->pixel)), "));\n");
    for (const std::size_t point : node.chain)
        levels.statements += cat("    ", code.statements(point, false));
    levels.value = cat("v", program.numbers(node.chain.back()));
    return levels;
}

std::string levels_statements(ProgramCode& program, std::size_t index) {
    const std::string table = program.table(index);
    const LevelsCode levels = levels_code(program, index);
    return cat(levels.before, levels.statements, "    const REAL *from = (const REAL *)&", levels.value,
               ";\n    for (int lane = 0; lane < LANES * PIXELS; ++lane)\n        ", table,
               "_value(layer, lane % LANES, level + lane / LANES) = from[lane];\n");
}

std::string tables_by_group(ProgramCode& program, const std::vector<std::size_t>& tables,
                            std::string& before) {
    std::string text;
    bool scratch = false;
    for (const std::size_t table : tables) {
        text += "        barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);\n";
        const Primitive& n = program.view.graph.nodes[table];
        if (!n.chain.empty()) {
            text += cat("        for (int level = (int)get_local_id(0) * PIXELS; level < ",
                        n.layout->fields[0].count, "; level += GROUP * PIXELS) {\n",
                        levels_statements(program, table), "        }\n");
            continue;
        }
        const bool by_group = n.stage->as<TableDef>()->items > 1;
        scratch |= table_takes(program.view.graph, n, "scratch");
        text += by_group ? cat("        for (int channel = 0; channel < ", n.layout->channels.size(),
                               "; ++channel) {\n            const int item = (int)get_local_id(0), items = "
                               "GROUP;\n            ",
                               table_call(program, table),
                               "            barrier(CLK_LOCAL_MEM_FENCE);\n        }\n")
                         : for_each_channel(n.layout->channels.size(), program.shape.local,
                                            table_call(program, table));
    }
    // What nobody uses is not declared: PoCL 5 ends a program that has such local memory.
    if (scratch) before += "    __local ulong scratch[GROUP];\n";
    return text;
}

}  // namespace sluice
