// The stages as functions of Python, for type checkers and editors: sluice/stages.pyi.
#include "pipeline/graph/describe/describe.hpp"
#include "pipeline/graph/describe/facts.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>
#include <vector>

namespace sluice {
namespace {

// As sluice.stages calls what Python keeps for itself.
std::string python_name(const std::string& name) {
    constexpr std::array<std::string_view, 35> keywords = {
        "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
        "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
        "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
        "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
    const bool kept = std::find(keywords.begin(), keywords.end(), name) != keywords.end();
    return kept ? name + "_" : name;
}

std::string quoted(const std::string& text) { return "\"" + text + "\""; }

std::string literal(const std::vector<std::string>& words) {
    std::string list;
    for (const std::string& word : words) list += (list.empty() ? "" : ", ") + quoted(word);
    return "Literal[" + list + "]";
}

std::string type_in_python(const ParamDecl& p) {
    std::string type;
    switch (p.type) {
        case ParamType::boolean: type = "bool"; break;
        case ParamType::integer: type = p.unit == "bytes" ? "int | str" : "int"; break;
        case ParamType::number: type = "float"; break;
        case ParamType::text:
        case ParamType::path: return "str";
        case ParamType::choice: {
            std::vector<std::string> words = p.choices;
            for (const auto& [alias, meant] : p.aliases) words.push_back(alias);
            type = literal(words);
            break;
        }
        case ParamType::numbers:
            type = p.rows ? "float | Sequence[float] | Sequence[Sequence[float]]" : "float | Sequence[float]";
            break;
        case ParamType::color: return "str | float | Sequence[float]";
        case ParamType::choices: type = literal(p.choices) + " | Sequence[" + literal(p.choices) + "]"; break;
    }
    if (p.percent != Percent::no || p.shape != Shape::list) return type + " | str";
    return p.keywords.empty() ? type : type + " | " + literal(p.keywords);
}

struct DefaultInPython {
    std::string operator()(bool value) const { return value ? "True" : "False"; }
    std::string operator()(std::int64_t value) const { return std::to_string(value); }
    std::string operator()(double value) const { return number_text(value); }
    std::string operator()(const std::string& value) const { return quoted(value); }
    template <class T>
    std::string operator()(const std::vector<T>& list) const {
        std::string text;
        for (const T& value : list) text += (*this)(value) + ", ";
        if (list.size() > 1) text.erase(text.size() - 2);
        if (list.size() == 1) text.erase(text.size() - 1);
        return "(" + text + ")";
    }
};

// `shorthand`: given without a name it may be a word that stands for several parameters, "50%".
std::string parameter(const ParamDecl& p, bool shorthand) {
    std::string type = type_in_python(p);
    if (shorthand && type.find("str") == std::string::npos) type += " | str";
    const std::string name = "    " + python_name(p.name) + ": " + type;
    if (p.required) return name + " | None = None,\n";
    return name + " = " + std::visit(DefaultInPython{}, p.standard) + ",\n";
}

// Of a docstring, which a backslash or three quotes would end.
std::string doc(const StageDef& stage) {
    constexpr std::size_t columns = 88;
    std::string text = wrapped_text(stage.summary, "    ", columns);
    for (const ParamDecl& p : stage.params) {
        text += "\n" + wrapped_text(python_name(p.name) + ": " + facts_text(p), "    ", columns);
        text += wrapped_text(p.doc, "        ", columns);
    }
    for (std::size_t at = 0; (at = text.find_first_of("\\\"", at)) != std::string::npos; at += 2)
        text.insert(at, "\\");
    return "    \"\"\"" + text.substr(4) + "    \"\"\"\n";
}

std::string function(const StageDef& stage) {
    std::string text = "def " + python_name(stage.name) + "(\n";
    for (std::size_t i = 0; i < stage.params.size(); ++i)
        text +=
            parameter(stage.params[i], i == 0 && !stage.shorthand.forms.empty()) + (i == 0 ? "    *,\n" : "");
    if (stage.params.empty()) text += "    *,\n";
    text += "    id: str | None = None,\n    from_: str | Sequence[str] | None = None,\n) -> Pipeline:\n";
    return text + doc(stage);
}

}  // namespace

std::string params_stub(const std::string& name, const std::vector<ParamDecl>& params) {
    std::string text = "\nclass " + name + "(TypedDict, total=False):\n";
    if (params.empty()) text += "    pass\n";
    for (const ParamDecl& p : params)
        text += "    " + python_name(p.name) + ": " +
                (p.type == ParamType::path ? "str | PathLike[str]" : type_in_python(p)) + "\n";
    return text;
}

std::string stages_stub(const Registry& registry) {
    std::string text =
        "\"\"\"The stages, each a function that gives a Pipeline of it; made from their "
        "declarations.\"\"\"\n\n"
        "from collections.abc import Sequence\nfrom typing import Literal\n\nfrom ._pipeline import "
        "Pipeline\n\n"
        "__all__ = [\n";
    for (const std::string& name : registry.names()) text += "    " + quoted(python_name(name)) + ",\n";
    text += "]\n";
    for (const std::string& name : registry.names()) text += "\n" + function(*registry.find(name));
    return text;
}

}  // namespace sluice
