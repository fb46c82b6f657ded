#include "pipeline/graph/kernel/own_names.hpp"

#include "pipeline/graph/kernel/rules.hpp"
#include "pipeline/graph/opencl/signature.hpp"
#include "pipeline/graph/opencl/tokens.hpp"

#include <map>
#include <vector>

namespace sluice {
namespace {

using Tokens = std::vector<OpenclToken>;

// Names that stand behind a type, and behind the commas of such a declaration.
std::set<std::string> variables(const Tokens& tokens) {
    std::set<std::string> names;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (!is_kernel_type(tokens[i].text) || !tokens[i + 1].is_name()) continue;
        names.insert(tokens[i + 1].text);
        int depth = 0;
        for (std::size_t k = i + 2; k + 1 < tokens.size() && depth >= 0; ++k) {
            const std::string& text = tokens[k].text;
            if (text == "(" || text == "{" || text == "[") ++depth;
            if (text == ")" || text == "}" || text == "]") --depth;
            if (depth == 0 && text == ";") break;
            if (depth == 0 && text == "," && tokens[k + 1].is_name() && !is_kernel_type(tokens[k + 1].text))
                names.insert(tokens[k + 1].text);
        }
    }
    return names;
}

}  // namespace

std::string own_names(const std::string& text, const std::string& file, const std::set<std::string>& kept) {
    Diagnostics none;
    const Tokens tokens = opencl_tokens(text, file, none).tokens;
    std::set<std::string> renamed = variables(tokens), take_src;
    for (const Signature& function : parse_signatures(text, file, none)) {
        renamed.erase(function.name);
        if (function.arguments.empty() || function.arguments[0].type != "SRC") continue;
        take_src.insert(function.name);
        renamed.erase(function.arguments[0].name);
    }
    for (const std::string& name : kept) renamed.erase(name);
    for (std::size_t i = 1; i < tokens.size(); ++i)
        if (tokens[i - 1].text == ".") renamed.erase(tokens[i].text);  // a member of a struct
    std::map<std::size_t, std::string> inserted;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::size_t end = tokens[i].begin + tokens[i].text.size();
        if (renamed.contains(tokens[i].text)) inserted[end] += own_name_end;
        const bool called = take_src.contains(tokens[i].text) && i > 0 && i + 2 < tokens.size() &&
                            !is_kernel_type(tokens[i - 1].text) && tokens[i + 1].text == "(";
        if (!called) continue;
        inserted[tokens[i + 2].begin] += "SRC_ON(";
        inserted[tokens[i + 2].begin + tokens[i + 2].text.size()] += ")";
    }
    std::string result = text;
    for (auto at = inserted.rbegin(); at != inserted.rend(); ++at) result.insert(at->first, at->second);
    return result;
}

}  // namespace sluice
