// A Pipeline of Python as a Graph.
#pragma once

#include "apps/options/spelled.hpp"
#include "pipeline/graph/graph.hpp"

#include <string>
#include <utility>
#include <vector>

namespace sluice::python {

// Parameters ("gamma.exponent"), and variables of a file ("vars.radius").
using Changes = std::vector<std::pair<std::string, Value>>;

// Takes the variables out of `changes`.
inline Values variables_among(Changes& changes) {
    Values variables;
    std::erase_if(changes, [&](const auto& change) {
        const std::string name = apps::variable_of({change.first});
        if (!name.empty()) variables[name] = change.second;
        return !name.empty();
    });
    return variables;
}

// With the variables alone. `file`: its name; "" = the text is a chain.
inline Graph graph_of(const std::string& text, const std::string& file, Changes& changes) {
    const Values variables = variables_among(changes);
    return file.empty() ? Graph::from_chain(text, variables) : Graph::from_text(text, file, variables);
}

}  // namespace sluice::python
