// Options of the library as Python writes them.
#pragma once

#include "apps/options/spelled.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/core/wording.hpp"
#include "pipeline/graph/registry.hpp"
#include "pipeline/sluice/plan.hpp"

#include <string>

namespace sluice::python {

struct ValueInPython {
    const Remedy& remedy;
    std::string operator()(std::monostate) const { return ""; }
    std::string operator()(bool value) const { return value ? "True" : "False"; }
    std::string operator()(std::int64_t value) const {
        return remedy.parameter == "limit_memory" ? "\"" + std::to_string(value >> 20) + "M\""
                                                  : std::to_string(value);
    }
    std::string operator()(double value) const { return number_text(value); }
    std::string operator()(const std::string& value) const { return "\"" + value + "\""; }
};

// A Spelling: "overwrite=\"newer\"", "limit_memory"; of a stage and of a command too, whose functions take
// options as keywords: "lenient=True", "sluice.stats(dataset=True)".
inline std::string in_python(const Remedy& remedy, bool again) {
    const std::string value = std::visit(ValueInPython{remedy}, remedy.value);
    if (again && !value.empty()) return value;
    if (const std::string variable = apps::variable_of(remedy); !variable.empty())
        return value.empty() ? variable : "vars={\"" + variable + "\": " + value + "}";
    const std::size_t dot = remedy.parameter.find('.');
    std::string keyword = remedy.parameter.substr(dot + 1);
    const StageDef* stage = builtin_stages().find(remedy.parameter.substr(0, dot));
    const ParamDecl* param = stage == nullptr ? nullptr : stage->param(keyword);
    if (param != nullptr && !param->option.empty()) keyword = param->option;
    if (remedy.command.empty()) return value.empty() ? keyword : keyword + "=" + value;
    if (keyword == "json") return "sluice." + remedy.command;  // which gives what it would write
    const std::string function = keyword == "partial" ? "merge_stats" : remedy.command;
    return "sluice." + function + "(" + keyword + "=" + (value.empty() ? "..." : value) + ")";
}

}  // namespace sluice::python
