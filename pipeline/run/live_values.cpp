#include "pipeline/run/live_values.hpp"

#include "pipeline/core/message.hpp"

#include <algorithm>
#include <utility>

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

}  // namespace

LiveValues::LiveValues(ExecutionPlan& plan) : plan_(plan) {
    for (const PlannedImage& image : plan.images) meant_.push_back(image.format.meant);
}

LiveValues::Setting LiveValues::setting(const std::string& node_and_param) const {
    const ParamName name = split(node_and_param);
    const CheckedNode& node = node_of(plan_, name, node_and_param);
    return {&node, &param_of(*node.stage, name, node_and_param), node_and_param};
}

const Values& LiveValues::set_values(const CheckedNode& node) const {
    for (const ValuesOfNodes* values : {&waiting_, &taken_})
        if (const auto at = values->find(node.id); at != values->end()) return at->second;
    return node.values;
}

void LiveValues::set(const std::map<std::string, Value>& given) {
    ValuesOfNodes changed;
    std::vector<Setting> settings;
    for (const auto& [where, value] : given) {
        settings.push_back(setting(where));
        const auto& [node, param, _] = settings.back();
        Values& values = changed.try_emplace(node->id, set_values(*node)).first->second;
        std::string fault = misplaced(*param, values);
        if (!fault.empty()) refuse_value(where, fault);
        const auto converted = convert(*param, value, fault);
        if (!converted) refuse_value(where, fault);
        values[param->name] = *converted;
    }
    for (const Setting& setting : settings)
        if (!setting.param->live) refuse(setting, changed);
    ValuesOfNodes taken = taken_, waiting = waiting_;
    for (const Setting& setting : settings) {
        const Values& values = changed.at(setting.node->id);
        const auto& check = setting.node->stage->check;
        const bool together = !check || check(values).empty();
        (together ? taken : waiting)[setting.node->id] = values;
        if (together) waiting.erase(setting.node->id);
    }
    take(std::move(taken), settings);
    waiting_ = std::move(waiting);
}

void LiveValues::take(ValuesOfNodes values, const std::vector<Setting>& settings) {
    ExecutionPlan other;
    const std::string lacking = planned(values, other);
    if (!lacking.empty()) {
        const auto has_condition = [](const Setting& s) { return !s.param->live_while.empty(); };
        const auto conditional = std::find_if(settings.begin(), settings.end(), has_condition);
        const Setting& setting = conditional == settings.end() ? settings.front() : *conditional;
        refuse_value(setting.where,
                     (conditional == settings.end()
                          ? ""
                          : "can be changed while running " + setting.param->live_while + ", and ") +
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
void LiveValues::refuse(const Setting& setting, const ValuesOfNodes& values) const {
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
