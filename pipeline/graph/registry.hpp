// The stages that there are: a value, made by the build from the files in stages/ (see
// pipeline/sluice/stages_table.hpp) or by an application from that table and stages of its own.
#pragma once

#include "pipeline/graph/stage.hpp"

#include <map>
#include <string>
#include <vector>

namespace sluice {

class Registry {
public:
    Registry() = default;
    explicit Registry(std::vector<StageDef> stages);

    // Throws Error(usage) with every fault: the name is taken, or the declaration is not complete (no
    // summary, a parameter without doc, a default outside its own range, a Point without function ...).
    // A Source but "input" must probe and decode; a Sink but "output" must say what it wants and encode.
    void add(StageDef stage);

    const StageDef* find(const std::string& name) const;  // nullptr when there is none
    std::vector<const StageDef*> all() const;             // by name, internal ones too
    std::vector<std::string> names() const;               // without internal ones

private:
    std::map<std::string, StageDef> stages_;
};

}  // namespace sluice
