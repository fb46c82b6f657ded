#include "pipeline/plan/rewrite/simplify.hpp"

#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <utility>

namespace sluice {
namespace {

bool contains(const std::vector<std::string>& list, const std::string& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

// Of a Reduce, the fields that its users and the caller read; one at least, that there is a Table.
void keep_read_fields(Primitives& graph, std::size_t node, const std::vector<std::size_t>& users,
                      bool observed) {
    Primitive& reduce = graph.nodes[node];
    std::vector<std::string> read;
    if (observed) read = reduce.observed;
    for (const std::size_t user : users)
        for (std::size_t port = 0; port < graph.nodes[user].inputs.size(); ++port)
            if (graph.nodes[user].inputs[port] == node)
                for (const std::string& field : graph.nodes[user].stage->inputs[port].fields)
                    read.push_back(field);
    std::vector<Field>& fields = reduce.layout->fields;
    const bool some =
        std::any_of(fields.begin(), fields.end(), [&](const Field& f) { return contains(read, f.name); });
    if (!some) read.emplace_back("count");
    fields.erase(
        std::remove_if(fields.begin(), fields.end(), [&](const Field& f) { return !contains(read, f.name); }),
        fields.end());
}

// A Table that no user can name and nobody takes is there for what its stage may have to say.
bool only_warns(const Primitive& node, const std::vector<std::size_t>& users) {
    const auto* table = node.stage->as<TableDef>();
    return table != nullptr && node.stage->internal && !table->warning.empty() && users.empty();
}

bool is_asserted(const Primitives& graph, std::size_t node) {
    return std::any_of(graph.assertions.begin(), graph.assertions.end(),
                       [&](const Assertion& a) { return a.table == graph.nodes[node].id; });
}

}  // namespace

std::vector<Observed> observed_tables(const Primitives& graph, const std::vector<std::string>& observe) {
    std::vector<Observed> result;
    std::vector<std::string> tables;
    for (const auto& [name, node] : graph.names)
        if (graph.nodes[node].layout) tables.push_back(name);
    for (const std::string& name : observe) {
        const auto at = graph.names.find(name);
        if (at == graph.names.end() || !graph.nodes[at->second].layout) {
            const std::string near = nearest(name, tables);
            throw Error(
                Error::Kind::usage, "observe",
                cat("there is no table ", name, near.empty() ? "" : cat(" (did you mean ", near, "?)")));
        }
        const bool again =
            std::any_of(result.begin(), result.end(), [&](const Observed& o) { return o.name == name; });
        if (!again) result.push_back({name, at->second});
    }
    const auto users = graph.users();
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const bool named =
            std::any_of(result.begin(), result.end(), [i](const Observed& o) { return o.node == i; });
        if (!graph.nodes[i].layout || named) continue;
        if (!is_asserted(graph, i) && (!users[i].empty() || only_warns(graph.nodes[i], users[i]))) continue;
        std::string shortest = graph.nodes[i].id;  // "reduce" rather than "reduce.statistics"
        for (const auto& [name, node] : graph.names)
            if (node == i && name.size() < shortest.size()) shortest = name;
        result.push_back({shortest, i});
    }
    return result;
}

void simplify(Primitives& graph, std::vector<Observed>& observed) {
    const auto all_users = graph.users();
    std::vector<bool> needed(graph.nodes.size(), false);
    for (const Observed& o : observed) needed[o.node] = true;
    for (std::size_t i = graph.nodes.size(); i-- > 0;) {
        if (graph.nodes[i].is(Kind::sink) || only_warns(graph.nodes[i], all_users[i])) needed[i] = true;
        if (!needed[i]) continue;
        for (const auto& input : graph.nodes[i].inputs)
            if (input) needed[*input] = true;
    }

    Primitives kept;
    kept.registries = std::move(graph.registries);
    kept.assertions = std::move(graph.assertions);
    std::vector<std::size_t> moved(graph.nodes.size(), 0);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        if (!needed[i]) continue;
        moved[i] = kept.nodes.size();
        for (auto& input : graph.nodes[i].inputs)
            if (input) input = moved[*input];
        kept.nodes.push_back(std::move(graph.nodes[i]));
    }
    for (const auto& [name, node] : graph.names)
        if (needed[node]) kept.names[name] = moved[node];
    for (Observed& o : observed) o.node = moved[o.node];
    graph = std::move(kept);

    const auto users = graph.users();
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        if (!graph.nodes[i].is(Kind::reduce)) continue;
        const bool seen =
            std::any_of(observed.begin(), observed.end(), [i](const Observed& o) { return o.node == i; });
        keep_read_fields(graph, i, users[i], seen);
    }
}

}  // namespace sluice
