#include "pipeline/graph/kernel/formula.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/graph/throw_fault.hpp"
#include "pipeline/graph/yaml/expression.hpp"

#include <algorithm>
#include <optional>

namespace sluice {

Numbers numbers_of(const std::vector<ParamDecl>& params, const Values& values) {
    Numbers numbers;
    for (const ParamDecl& decl : params) {
        const auto at = values.find(decl.name);
        if (at == values.end()) continue;
        double& number = numbers[decl.name];
        if (const auto* real = std::get_if<double>(&at->second)) number = *real;
        if (const auto* whole = std::get_if<std::int64_t>(&at->second)) number = static_cast<double>(*whole);
        if (const auto* flag = std::get_if<bool>(&at->second)) number = *flag ? 1 : 0;
        if (const auto* word = std::get_if<std::string>(&at->second))
            number = static_cast<double>(std::find(decl.choices.begin(), decl.choices.end(), *word) -
                                         decl.choices.begin());
    }
    return numbers;
}

double value_of(const Formula& formula, const Numbers& numbers) {
    const Lookup look_up = [&](const std::string& name, Wording& fault) -> std::optional<Value> {
        const auto at = numbers.find(name);
        if (at != numbers.end()) return at->second;
        std::vector<std::string> names;
        for (const auto& [known, number] : numbers) names.push_back(known);
        const std::string near = did_you_mean(name, names);
        fault =
            "there is no number " + in_quotes(name) + (near.empty() ? "; there are: " + listed(names) : near);
        return std::nullopt;
    };
    Wording fault;
    const auto value = evaluate(formula.text, look_up, fault);
    if (!value) throw_fault(formula.place, "", fault);
    return std::get<double>(*value);
}

std::set<std::string> names_in(const Formula& formula) {
    std::set<std::string> names;
    Wording ignored;
    for (const NamePlace& place : names_in(formula.text, ignored)) names.insert(place.name);
    return names;
}

}  // namespace sluice
