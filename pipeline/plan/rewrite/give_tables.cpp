#include "pipeline/plan/rewrite/give_tables.hpp"

#include "pipeline/core/hash.hpp"
#include "pipeline/graph/stage.hpp"
#include "pipeline/plan/text.hpp"

#include <cstddef>
#include <memory>

namespace sluice {
namespace {

// A Table that the host fills, whatever stage it had.
const StageDef& known_stage() {
    static const StageDef stage = [] {
        TableDef table;
        table.layout = [](const StageInputs&) { return TableLayout(); };
        table.given = [](const StageInputs&, Table&) {};  // Primitive::contents has it
        StageDef known;
        known.name = "known";
        known.summary = "A table that is given.";
        known.internal = true;
        known.of_kind = std::move(table);
        return known;
    }();
    return stage;
}

bool has_one_row(const Primitive& node) {
    return node.layout && node.layout->rows == 1 && !node.layout->list &&
           (!node.layout->tiles || node.layout->tiles->count() == 1);
}

void want_fields(const Primitives& graph, std::size_t node, const Table& table,
                 const std::vector<std::size_t>& users) {
    const auto refuse = [&](const std::string& what) {
        throw Error(Error::Kind::usage, graph.nodes[node].id, cat("the table that is given ", what));
    };
    if (!has_one_row(graph.nodes[node]) || table.layout().rows != 1)
        refuse("must have one row, and so must the one in the pipeline");
    if (table.layout().channels != graph.nodes[node].layout->channels) refuse("is of other channels");
    for (const std::size_t user : users)
        for (std::size_t port = 0; port < graph.nodes[user].inputs.size(); ++port)
            if (graph.nodes[user].inputs[port] == node)
                for (const std::string& field : graph.nodes[user].stage->inputs[port].fields)
                    if (!table.has(field))
                        refuse(cat("has no ", field, ", which ", graph.nodes[user].id, " reads"));
}

}  // namespace

std::vector<Measured> measured_tables(const Primitives& graph) {
    std::vector<std::string> follows_from;
    std::vector<Measured> measured;
    for (const Primitive& node : graph.nodes) {
        Hash from;
        from.add(node.stage->name);
        if (node.stage->read_from) from.add(node.stage->read_from->text);
        if (node.is(Kind::source)) from.add(node.id);
        if (node.format) from.add(node.format->text());
        for (const auto& [name, value] : node.values) from.add(name + "=" + text(value));
        for (const auto& input : node.inputs) from.add(input ? follows_from[*input] : "");
        follows_from.push_back(from.text());
        if (node.measures() && has_one_row(node)) measured.push_back({node.id, follows_from.back()});
    }
    return measured;
}

void give_tables(Primitives& graph, const std::map<std::string, Table>& given) {
    if (given.empty()) return;
    const auto users = graph.users();
    for (const auto& [id, table] : given) {
        const auto at = graph.names.find(id);
        if (at == graph.names.end() || !graph.nodes[at->second].layout)
            throw Error(Error::Kind::usage, id, "a table is given for it, but this plan has no such table");
        want_fields(graph, at->second, table, users[at->second]);
        Primitive& node = graph.nodes[at->second];
        node.contents = std::make_shared<const Table>(table);
        node.layout = table.layout();
        node.stage = &known_stage();
        node.inputs.clear();
        node.values.clear();
        node.reduction.reset();
    }
}

}  // namespace sluice
