#include "apps/options/spelled.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/graph/registry.hpp"
#include "pipeline/sluice/plan.hpp"

#include <algorithm>
#include <cctype>

namespace sluice::apps {
namespace {

std::string option_of(const Remedy& remedy) {
    if (remedy.parameter == "output") return "-o";
    std::string option = remedy.parameter;
    if (const std::size_t dot = option.find('.'); dot != std::string::npos) option.erase(0, dot + 1);
    const StageDef* stage = builtin_stages().find(remedy.parameter.substr(0, remedy.parameter.find('.')));
    const ParamDecl* param = stage != nullptr ? stage->param(option) : nullptr;
    return "--" + (param != nullptr ? option_name(*param) : option_name(option));
}

// As shells take it.
std::string word(const std::string& text) {
    const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 ||
               std::string_view("_./:,+-").find(static_cast<char>(c)) != std::string_view::npos;
    });
    return plain ? text : in_quotes(text);
}

struct ValueOfOption {
    const Remedy& remedy;
    std::string operator()(std::monostate) const { return ""; }
    std::string operator()(bool) const { return ""; }  // a flag
    std::string operator()(std::int64_t value) const {
        return remedy.parameter == "limit_memory" ? std::to_string(value >> 20) + "M" : std::to_string(value);
    }
    std::string operator()(double value) const { return number_text(value); }
    std::string operator()(const std::string& value) const { return word(value); }
};

}  // namespace

std::string variable_of(const Remedy& remedy) {
    const std::string prefix = "vars.";
    return remedy.parameter.starts_with(prefix) ? remedy.parameter.substr(prefix.size()) : "";
}

std::string option_name(std::string parameter) {
    std::replace(parameter.begin(), parameter.end(), '_', '-');
    return parameter;
}

std::string option_name(const ParamDecl& decl) {
    return option_name(decl.option.empty() ? decl.name : decl.option);
}

std::string on_command_line(const Remedy& remedy, bool again) {
    if (const std::string variable = variable_of(remedy); !variable.empty())
        return "--var " + (remedy.value.index() == 0
                               ? variable
                               : variable + "=" + std::visit(ValueOfOption{remedy}, remedy.value));
    const std::string value = std::visit(ValueOfOption{remedy}, remedy.value);
    if (again && !value.empty()) return value;
    const std::string option = option_of(remedy) + (value.empty() ? "" : " " + value);
    if (remedy.command.empty()) return option;
    return "sluice " + remedy.command + (remedy.command == "batch" ? " FOLDER " : " ") + option;
}

}  // namespace sluice::apps
