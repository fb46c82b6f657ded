#include "pipeline/plan/code/program_code.hpp"

#include "pipeline/plan/text.hpp"

namespace sluice {

std::string ProgramCode::table(std::size_t node) {
    const std::string name = cat("t", numbers(node));
    const std::string parameter = cat("__global ", makes.count(node) != 0 ? "" : "const ", "uchar *", name);
    if (!parameters.has(parameter)) {
        source.append(table_accessors(*assembly.plan.graph.nodes[node].layout, name, name));
        parameters.add(parameter, TableArgument{assembly.table_of.at(node)});
    }
    return name;
}

}  // namespace sluice
