#include "pipeline/run/live_values.hpp"

#include "pipeline/core/message.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>
#include <variant>

namespace sluice {
namespace {

[[noreturn]] void refuse_value(const std::string& where, const std::string& what) {
    throw Error(Error::Kind::usage, where, what);
}

struct ParamName {
    std::string node, param;
};
ParamName split(const std::string& node_and_param) {
    const std::size_t dot = node_and_param.rfind('.');
    if (dot == std::string::npos) refuse_value(node_and_param, "is not NODE.PARAMETER");
    return {node_and_param.substr(0, dot), node_and_param.substr(dot + 1)};
}

const CheckedNode& node_of(const ExecutionPlan& plan, const ParamName& name, const std::string& asked) {
    const CheckedGraph& graph = plan.recipe->graph;
    if (const auto at = graph.find(name.node)) return graph.nodes[*at];
    std::vector<std::string> ids;
    for (const CheckedNode& node : graph.nodes) {
        if (name.node.starts_with(node.id + ".") && plan.graph.names.count(name.node) != 0)
            refuse_value(asked, "belongs to a part of " + node.id + "; set a parameter of that stage");
        ids.push_back(node.id);
    }
    refuse_value(asked, "there is no node " + name.node + did_you_mean(name.node, ids));
}

const ParamDecl& param_of(const StageDef& stage, const ParamName& name, const std::string& asked) {
    if (const ParamDecl* decl = stage.param(name.param)) return *decl;
    std::vector<std::string> names;
    for (const ParamDecl& decl : stage.params) names.push_back(decl.name);
    refuse_value(asked,
                 "stage " + stage.name + " has no parameter " + name.param + did_you_mean(name.param, names));
}

Value converted(const LiveParameter& parameter, const Value& value) {
    std::string fault;
    std::optional<Value> converted = convert(*parameter.decl, value, fault);
    if (!converted) refuse_value(parameter.where, fault);
    return std::move(*converted);
}

// What convert() does with a list, without allocating. It says what is wrong.
bool allows(const ParamDecl& decl, const std::vector<double>& list) {
    const bool of_length =
        list.size() >= decl.min_count && (decl.max_count == 0 || list.size() <= decl.max_count);
    return of_length && std::all_of(list.begin(), list.end(), [&](double v) {
               return std::isfinite(v) && (!decl.low || v >= *decl.low) && (!decl.high || v <= *decl.high) &&
                      (!decl.whole || v == std::nearbyint(v));
           });
}

}  // namespace

LiveValues::LiveValues(ExecutionPlan& plan) : plan_(plan) {
    for (const PlannedImage& image : plan.images) meant_.push_back(image.format.meant);
}

LiveParameter& LiveValues::parameter(const std::string& node_and_param) {
    if (const auto known = parameters_.find(node_and_param); known != parameters_.end()) return known->second;
    const ParamName name = split(node_and_param);
    const CheckedNode& node = node_of(plan_, name, node_and_param);
    const ParamDecl& decl = param_of(*node.stage, name, node_and_param);
    LiveParameter found{&node, &decl, node_and_param, plain_number(plan_, node, decl),
                        PlainList::of(plan_, node, decl)};
    if (found.is_plain()) taken_.try_emplace(node.id, node.values);
    return parameters_.emplace(node_and_param, std::move(found)).first->second;
}

const Values& LiveValues::set_values(const CheckedNode& node) const {
    for (const ValuesOfNodes* values : {&waiting_, &taken_})
        if (const auto at = values->find(node.id); at != values->end()) return at->second;
    return node.values;
}

void LiveValues::set(const LiveParameter& parameter, const Value& value) {
    if (parameter.plain) return store(parameter, converted(parameter, value));
    if (parameter.list) {
        const Value list = converted(parameter, value);
        if (const auto* numbers = std::get_if<std::vector<double>>(&list)) return set(parameter, *numbers);
    }
    plan({{parameter.where, value}});
}

void LiveValues::set(const LiveParameter& parameter, const std::vector<double>& list) {
    if (!parameter.list || waiting_.count(parameter.node->id) != 0)
        return plan({{parameter.where, converted(parameter, list)}});
    if (!allows(*parameter.decl, list)) converted(parameter, list);
    try {
        parameter.list->set(list);
    } catch (const Error& error) {
        refuse_value(parameter.where, error.message());
    }
    taken_.find(parameter.node->id)->second.find(parameter.decl->name)->second = list;
}

void LiveValues::store(const LiveParameter& parameter, const Value& value) {
    const std::string& name = parameter.decl->name;
    taken_.find(parameter.node->id)->second.find(name)->second = value;
    plan_.graph.nodes[parameter.plain->node].values.find(name)->second = value;
    const double number = std::visit(
        [](const auto& v) {
            if constexpr (std::is_arithmetic_v<std::decay_t<decltype(v)>>) return static_cast<double>(v);
            return 0.0;  // numbers have no other values
        },
        value);
    for (NumberArgument* argument : parameter.plain->arguments) argument->value = number;
}

void LiveValues::set(const std::map<std::string, Value>& given) {
    if (given.size() == 1)
        set(parameter(given.begin()->first), given.begin()->second);
    else
        plan(given);
}

void LiveValues::plan(const std::map<std::string, Value>& given) {
    ValuesOfNodes changed;
    std::vector<Setting> settings;
    for (const auto& [where, value] : given) {
        const LiveParameter& setting = parameter(where);
        settings.push_back(&setting);
        const CheckedNode& node = *setting.node;
        Values& values = changed.try_emplace(node.id, set_values(node)).first->second;
        const std::string fault = misplaced(*setting.decl, values);
        if (!fault.empty()) refuse_value(where, fault);
        values[setting.decl->name] = converted(setting, value);
    }
    for (const Setting setting : settings)
        if (!setting->decl->live) refuse(*setting, changed);
    ValuesOfNodes taken = taken_, waiting = waiting_;
    for (const Setting setting : settings) {
        const Values& values = changed.at(setting->node->id);
        const auto& check = setting->node->stage->check;
        const bool together = !check || check(values).empty();
        (together ? taken : waiting)[setting->node->id] = values;
        if (together) waiting.erase(setting->node->id);
    }
    take(std::move(taken), settings);
    waiting_ = std::move(waiting);
}

void LiveValues::take(ValuesOfNodes values, const std::vector<Setting>& settings) {
    const CheckedNode* const node = settings.empty() ? nullptr : settings.front()->node;
    const bool is_alone = std::all_of(settings.begin(), settings.end(),
                                      [&](const Setting setting) { return setting->node == node; });
    if (is_alone && node != nullptr && values.count(node->id) != 0 &&
        renumber(plan_, *node, values.at(node->id))) {
        taken_ = std::move(values);
        return;
    }
    ExecutionPlan other;
    const std::string lacking = planned(values, other);
    if (!lacking.empty()) {
        const auto has_condition = [](const Setting s) { return !s->decl->live_while.empty(); };
        const auto conditional = std::find_if(settings.begin(), settings.end(), has_condition);
        const LiveParameter& setting = conditional == settings.end() ? *settings.front() : **conditional;
        refuse_value(setting.where,
                     (conditional == settings.end()
                          ? ""
                          : "can be changed while running " + setting.decl->live_while + ", and ") +
                         "this needs " + lacking + "; make a new plan");
    }
    for (std::size_t i = 0; i < meant_.size(); ++i) meant_[i] = other.images[i].format.meant;
    take_values(plan_, std::move(other));
    taken_ = std::move(values);
}

std::string LiveValues::planned(const ValuesOfNodes& values, ExecutionPlan& other) const {
    try {
        other = plan_with(plan_, values);
    } catch (const Error& error) {
        return "a plan that is impossible: " + error.message();
    }
    return lacks(plan_, other);
}

// What the plan would need says why a parameter is not live.
void LiveValues::refuse(const LiveParameter& setting, const ValuesOfNodes& values) const {
    ExecutionPlan other;
    const std::string lacking = planned(values, other);
    refuse_value(setting.where, "cannot be changed while running" +
                                    (lacking.empty() ? "" : ", and this needs " + lacking) +
                                    "; make a new plan");
}

void LiveValues::settle() const {
    for (const auto& [id, values] : waiting_) {
        const CheckedGraph& graph = plan_.recipe->graph;
        refuse_value(id, graph.nodes[*graph.find(id)].stage->check(values));
    }
}

}  // namespace sluice
