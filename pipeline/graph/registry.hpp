// The stages that there are: a value, made by the build from the files in stages/ (see
// pipeline/sluice/stages_table.hpp) or by an application from that table and stages of its own. Copies share
// the stages, which live as long as one of them: whoever keeps a pointer to a stage keeps a copy.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/graph/stage.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sluice {

class SLUICE_API Registry {
public:
    Registry() = default;
    explicit Registry(std::vector<StageDef> stages);

    // Throws Error(usage) with every fault: the name is taken, or the declaration is not complete (no
    // summary, a parameter without doc, a default outside its own range, a Point without function ...).
    // A Source but "input" must probe and decode; a Sink but "output" must say what it wants and encode.
    void add(StageDef stage);

    // nullptr when there is none. Valid while this Registry, or a copy made after the stage was added, lives.
    const StageDef* find(const std::string& name) const;
    std::vector<const StageDef*> all() const;  // by name, internal ones too
    std::vector<std::string> names() const;    // without internal ones
    // " (did you mean 'gaussian 2'?)" of "blur", which is no stage: what stages say that others call them,
    // whatever is upper case and however words are joined. "" where none does.
    std::string meant_by(const std::string& word) const;
    // The same as chains: "gaussian 2", "box radius=2".
    std::vector<std::string> also(const std::string& word) const;

private:
    using Stages = std::map<std::string, std::shared_ptr<const StageDef>>;

    const Stages& stages() const;

    std::shared_ptr<const Stages> stages_;  // none where it is empty
};

}  // namespace sluice
