#include "pipeline/graph/registry.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/graph/declaration.hpp"
#include "pipeline/graph/graph.hpp"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sluice {
namespace {

using StagesByName = std::map<std::string, std::shared_ptr<const StageDef>>;

// A command has the options of a Source and of a Sink beside each other. Sources are not compared: one may be
// a copy of another that only reads in another way.
void find_shared_options(const StagesByName& stages, const StageDef& stage,
                         std::vector<std::string>& faults) {
    for (const ParamDecl& param : stage.params) {
        if (param.option.empty()) continue;
        for (const auto& [name, other] : stages)
            for (const ParamDecl& its : other->params)
                if (its.option == param.option && other->kind() != stage.kind())
                    faults.push_back("parameter '" + param.name + "': the option '" + its.option +
                                     "' sets '" + name + "." + its.name +
                                     "' already; give this one another name with option()");
    }
}

void add_by_name(StagesByName& stages, StageDef stage) {
    std::vector<std::string> faults = declaration_faults(stage);
    if (stages.count(stage.name) != 0)
        faults.emplace_back("there is a stage of that name already");
    else
        find_shared_options(stages, stage, faults);
    if (!faults.empty()) {
        std::string text;
        for (const std::string& fault : faults) text += (text.empty() ? "" : "; ") + fault;
        throw Error(Error::Kind::usage, "stage '" + stage.name + "'", text);
    }
    std::string name = stage.name;
    stages.emplace(std::move(name), std::make_shared<const StageDef>(std::move(stage)));
}

}  // namespace

Registry::Registry(std::vector<StageDef> stages, std::vector<ParamDecl> batch) : batch_(std::move(batch)) {
    StagesByName all;
    for (StageDef& stage : stages) add_by_name(all, std::move(stage));
    if (!all.empty()) stages_ = std::make_shared<const StagesByName>(std::move(all));
}

const Registry::Stages& Registry::stages() const {
    static const Stages none;
    return stages_ == nullptr ? none : *stages_;
}

void Registry::add(StageDef stage) {
    Stages more = stages();  // copies of this Registry do not get it
    add_by_name(more, std::move(stage));
    stages_ = std::make_shared<const Stages>(std::move(more));
}

void Registry::add(std::vector<StageDef> more) {
    for (StageDef& stage : more) add(std::move(stage));
}

const StageDef* Registry::find(const std::string& name) const {
    const auto at = stages().find(name);
    return at == stages().end() ? nullptr : at->second.get();
}

std::vector<const StageDef*> Registry::all() const {
    std::vector<const StageDef*> list;
    for (const auto& entry : stages()) list.push_back(entry.second.get());
    return list;
}

std::vector<std::string> Registry::also(const std::string& word) const {
    const auto plain = [](const std::string& name) {
        std::string text = lower_case(name);
        std::erase_if(text, [](char c) { return c == '-' || c == '_'; });
        return text;
    };
    std::vector<std::string> chains;
    if (word.size() > 32) return chains;
    for (const auto& entry : stages())
        for (const Synonym& synonym : entry.second->also)
            if (plain(synonym.word) == plain(word)) {
                const std::string chain = entry.first + (synonym.params.empty() ? "" : " " + synonym.params);
                if (chains.empty() || chains.back() != chain) chains.push_back(chain);
            }
    return chains;
}

std::string Registry::meant_by(const std::string& word) const {
    std::string text;
    for (const std::string& chain : also(word)) text += (text.empty() ? "'" : "' or '") + chain;
    return text.empty() ? "" : " (did you mean " + text + "'?)";
}

std::vector<std::string> Registry::names() const {
    std::vector<std::string> list;
    for (const auto& entry : stages())
        if (!entry.second->internal) list.push_back(entry.first);
    return list;
}

Registry with_stages_of(const Graph& graph, const Registry& registry) {
    Registry more = registry;
    for (const auto& stage : graph.stages)
        if (more.find(stage->name) == nullptr) more.add(*stage);
    return more;
}

}  // namespace sluice
