#include "tests/property/random_params.hpp"

#include "tests/property/random_value.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace sluice::property {
namespace {

using reference::Random;

constexpr int tries = 3;  // of values for a parameter

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

// The first as declared, then the others in any order: which one of two that do not go together is left out.
// Those that mean something only beside others come last.
std::vector<const ParamDecl*> in_random_order(Random& random, const StageDef& stage) {
    std::vector<const ParamDecl*> order;
    for (const ParamDecl& param : stage.params) order.push_back(&param);
    for (std::size_t i = order.size(); i-- > 2;) std::swap(order[i], order[1 + random_index(random, i)]);
    if (!order.empty())
        std::stable_partition(order.begin() + 1, order.end(),
                              [&](const ParamDecl* param) { return is_for(*param, stage, {}); });
    return order;
}

}  // namespace

std::vector<ImageFormat> formats_beside(const StageDef& stage, const Params& params,
                                        const ImageFormat& first) {
    std::vector<ImageFormat> formats;
    if (!stage.beside) return formats;
    const Values values = values_of(stage, params);
    for (std::size_t port = 1; port < stage.inputs.size(); ++port)
        if (std::optional<ImageFormat> format = stage.beside(values, first, port)) {
            format->grey_alpha = format->channels == 2;  // so are all images of tests
            formats.push_back(*format);
        }
    return formats;
}

std::optional<Params> random_params(Random& random, const StageDef& stage, const ImageFormat& image,
                                    const Legal& legal, Params given, double often) {
    Params params = std::move(given);
    bool is_legal = legal(params);
    // False where no value that was tried goes with the others.
    const auto choose = [&](const ParamDecl& param) {
        for (int i = 0; i < tries; ++i) {
            const std::optional<Value> value = random_value(random, param, image);
            if (!value) return true;
            const bool word = param.type == ParamType::choice || param.type == ParamType::choices;
            if (*value == param.standard && !word) continue;
            params.emplace_back(param.name, text(*value));
            const bool still = legal(params);
            if (still || !is_legal) {  // where something is still missing, this may be a part of it
                is_legal = still;
                return true;
            }
            params.pop_back();
        }
        return false;
    };
    const std::vector<const ParamDecl*> order = in_random_order(random, stage);
    std::vector<const ParamDecl*> refused;  // perhaps only until the others are there
    for (const ParamDecl* param : order) {
        // The first says most of what a stage does; what means nothing beside the defaults is rare already.
        const bool more = param == order.front() ? !param->only_for : !is_for(*param, stage, {});
        if (!param->required && !chance(random, more ? 0.75 : often)) continue;
        const auto same = [&](const auto& other) { return other.first == param->name; };
        if (!is_for(*param, stage, params) || std::any_of(params.begin(), params.end(), same)) continue;
        if (!choose(*param)) refused.push_back(param);
    }
    for (const ParamDecl* param : refused) choose(*param);
    if (!is_legal) return std::nullopt;
    return params;
}

Params other_live_params(Random& random, const StageDef& stage, const ImageFormat& image,
                         const Params& params, const Legal& legal) {
    Params wanted;
    for (const ParamDecl& param : stage.params) {
        if (!param.live || chance(random, 0.2) || !is_for(param, stage, params)) continue;
        std::optional<Value> value = random_value(random, param, image);
        if (!value) continue;
        if (!param.live_while.empty()) value = between(values_of(stage, params).at(param.name), *value, 0.01);
        wanted.emplace_back(param.name, text(*value));
    }
    const auto with = [](Params others, const Params& changes) {
        for (const auto& [name, value] : changes) {
            std::erase_if(others, [&](const auto& given) { return given.first == name; });
            others.emplace_back(name, value);
        }
        return others;
    };
    Params all = with(params, wanted);
    if (wanted.empty() || legal(all)) return all;
    Params some = params;
    for (const auto& change : wanted)
        if (Params more = with(some, {change}); legal(more)) some = std::move(more);
    return some;
}

}  // namespace sluice::property
