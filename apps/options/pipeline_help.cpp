#include "apps/options/pipeline_help.hpp"

#include "apps/terminal/wrap.hpp"

#include "pipeline/core/printable.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/graph/describe/describe.hpp"
#include "pipeline/sluice/plan.hpp"

#include <map>
#include <utility>
#include <vector>

namespace sluice::apps {
namespace {

// Any value of a variable that has no default; a word stands for itself.
Value any_value(const ParamDecl& variable) {
    switch (variable.type) {
        case ParamType::boolean: return false;
        case ParamType::integer:
        case ParamType::number: return variable.low.value_or(variable.high.value_or(1));
        case ParamType::numbers: return std::vector<double>{variable.low.value_or(variable.high.value_or(1))};
        case ParamType::color: return std::string("black");
        case ParamType::choice:
        case ParamType::choices: return variable.choices.front();
        case ParamType::text:
        case ParamType::path: return "${" + variable.name + "}";
    }
    return {};
}

// Nothing if the pipeline has faults.
CheckedGraph whole_pipeline(const std::string& file, const std::vector<ParamDecl>& variables) {
    Values values;
    for (const ParamDecl& variable : variables)
        if (variable.required) values[variable.name] = any_value(variable);
    try {
        Diagnostics faults;
        return check(wrapped(Graph::from_file(file, values), builtin_stages()), builtin_stages(), faults,
                     {.paths_later = true});
    } catch (const Error&) {
        return {};
    }
}

// "load: reads photo.jpg". Only what has a path is a file.
std::string files_help(const CheckedGraph& graph, std::size_t columns) {
    std::string text;
    for (const CheckedNode& node : graph.nodes) {
        const bool source = node.stage->kind() == Kind::source;
        const bool end = source || node.stage->kind() == Kind::sink;
        if (!end || node.stage->param("path") == nullptr) continue;
        const auto path = node.values.find("path");
        const std::string open = source ? "an image that you name" : "a result that you name";
        const std::string named =
            path == node.values.end() ? open : printable(std::get<std::string>(path->second));
        text += "  " + wrapped(node.id + (source ? ": reads " : ": writes ") + named, columns, 4) + "\n";
    }
    return text;
}

}  // namespace

std::string pipeline_help(const std::string& file, std::size_t columns) {
    const std::vector<ParamDecl> variables = variables_of_file(file);
    std::string text;
    if (!variables.empty()) text = "Variables (--var NAME=VALUE)\n" + params_help(variables, columns);
    const std::string files = files_help(whole_pipeline(file, variables), columns);
    if (!files.empty()) text += (text.empty() ? "" : "\n") + ("Files\n" + files);
    return text;
}

}  // namespace sluice::apps
