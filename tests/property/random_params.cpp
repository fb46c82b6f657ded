#include "tests/property/random_params.hpp"

#include "tests/property/random_value.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace sluice::property {
namespace {

using reference::Random;

constexpr int tries = 3;  // of values for a parameter

// The first as declared, the others in any order: which one of two that do not go together is left out.
std::vector<const ParamDecl*> in_random_order(Random& random, const std::vector<ParamDecl>& params) {
    std::vector<const ParamDecl*> order;
    for (const ParamDecl& param : params) order.push_back(&param);
    for (std::size_t i = order.size(); i-- > 2;) std::swap(order[i], order[1 + random_index(random, i)]);
    return order;
}

Values values_of(const StageDef& stage, const Params& params) {
    Values values;
    for (const ParamDecl& other : stage.params) values[other.name] = other.standard;
    for (const auto& [name, value] : params) {
        std::string fault;
        values[name] = convert(*stage.param(name), value, fault).value_or(value);
    }
    return values;
}

// Whether the parameter means something beside what was chosen so far.
bool is_for(const ParamDecl& param, const StageDef& stage, const Params& params) {
    return misplaced(param, values_of(stage, params)).empty();
}

}  // namespace

std::optional<Params> random_params(Random& random, const StageDef& stage, const ImageFormat& image,
                                    const Legal& legal, Params given) {
    Params params = std::move(given);
    bool is_legal = legal(params);
    const std::vector<const ParamDecl*> order = in_random_order(random, stage.params);
    for (const ParamDecl* param : order) {
        // The first says most of what a stage does, unless another one decides whether it says anything.
        const bool first = param == order.front() && !param->only_for;
        if (!param->required && !chance(random, first ? 0.75 : 0.3)) continue;
        const auto same = [&](const auto& other) { return other.first == param->name; };
        if (!is_for(*param, stage, params) || std::any_of(params.begin(), params.end(), same)) continue;
        for (int i = 0; i < tries; ++i) {
            const std::optional<Value> value = random_value(random, *param, image);
            if (!value) break;
            const bool word = param->type == ParamType::choice || param->type == ParamType::choices;
            if (*value == param->standard && !word) continue;
            params.emplace_back(param->name, text(*value));
            const bool still = legal(params);
            if (still || !is_legal) {  // where something is still missing, this may be a part of it
                is_legal = still;
                break;
            }
            params.pop_back();
        }
    }
    if (!is_legal) return std::nullopt;
    return params;
}

Params other_live_params(Random& random, const StageDef& stage, const ImageFormat& image,
                         const Params& params, const Legal& legal) {
    Params others = params;
    for (const ParamDecl& param : stage.params) {
        if (!param.live || chance(random, 0.2) || !is_for(param, stage, params)) continue;
        std::optional<Value> value = random_value(random, param, image);
        if (!value) continue;
        if (!param.live_while.empty()) value = between(values_of(stage, params).at(param.name), *value, 0.01);
        Params changed = others;
        const auto at = std::find_if(changed.begin(), changed.end(),
                                     [&](const auto& given) { return given.first == param.name; });
        if (at == changed.end())
            changed.emplace_back(param.name, text(*value));
        else
            at->second = text(*value);
        if (legal(changed)) others = std::move(changed);
    }
    return others;
}

}  // namespace sluice::property
