#include "pipeline/graph/registry.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/graph/declaration.hpp"

#include <utility>

namespace sluice {

Registry::Registry(std::vector<StageDef> stages) {
    for (StageDef& stage : stages) add(std::move(stage));
}

void Registry::add(StageDef stage) {
    std::vector<std::string> faults = declaration_faults(stage);
    if (stages_.count(stage.name) != 0) faults.emplace_back("there is a stage of that name already");
    if (!faults.empty()) {
        std::string text;
        for (const std::string& fault : faults) text += (text.empty() ? "" : "; ") + fault;
        throw Error(Error::Kind::usage, "stage '" + stage.name + "'", text);
    }
    std::string name = stage.name;
    stages_.emplace(std::move(name), std::move(stage));
}

const StageDef* Registry::find(const std::string& name) const {
    const auto at = stages_.find(name);
    return at == stages_.end() ? nullptr : &at->second;
}

std::vector<const StageDef*> Registry::all() const {
    std::vector<const StageDef*> list;
    for (const auto& entry : stages_) list.push_back(&entry.second);
    return list;
}

std::vector<std::string> Registry::names() const {
    std::vector<std::string> list;
    for (const auto& entry : stages_)
        if (!entry.second.internal) list.push_back(entry.first);
    return list;
}

}  // namespace sluice
