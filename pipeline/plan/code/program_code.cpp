#include "pipeline/plan/code/program_code.hpp"

#include "pipeline/plan/text.hpp"

namespace sluice {

std::string ProgramCode::table(std::size_t node) {
    const std::string name = cat("t", numbers(node));
    const std::string parameter = cat("__global ", makes.count(node) != 0 ? "" : "const ", "uchar *", name);
    if (!parameters.has(parameter)) {
        source.append(table_accessors(*view.graph.nodes[node].layout, name, name));
        parameters.add(parameter, TableArgument{assembly.table_of.at(node)});
    }
    return name;
}

std::string ProgramCode::previous_table(std::size_t node) {
    const std::string name = cat("before", numbers(node));
    const std::string parameter = cat("__global const uchar *", name);
    if (!parameters.has(parameter))
        parameters.add(parameter, TableArgument{assembly.table_of.at(node), true});
    return name;
}

bool ProgramCode::fits_text(std::size_t node, std::size_t most) const {
    const Primitive& n = view.graph.nodes[node];
    return n.is_given() && n.layout->rows == 1 && n.layout->fields.size() == 1 &&
           n.layout->fields[0].type == FieldType::f32 && n.layout->length(n.layout->fields[0]) <= most;
}

std::string ProgramCode::table_in_text(std::size_t node) {
    const std::string name = cat("t", numbers(node), "_numbers");
    if (!in_text.insert(node).second) return name;
    const Primitive& n = view.graph.nodes[node];
    const Field& field = n.layout->fields[0];
    const Table table = view.graph.given_table(n);
    std::string list;
    for (std::size_t channel = 0; channel < n.layout->channels.size(); ++channel)
        for (std::size_t i = 0; i < field.count; ++i)
            list += cat(list.empty() ? "" : ", ", number_text(table.real(field.name, channel, 0, i)));
    source.append(cat("__constant float ", name, "[] = {", list, "};\n"));
    return name;
}

}  // namespace sluice
