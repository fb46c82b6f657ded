// What pipelines may name: a set of stages, and the options of a batch, which a pipeline's file may give,
// too. builtin_stages() has those of sluice, which the build collects from the files in stages/ (see
// pipeline/sluice/stages_table.hpp). An application copies it and adds its own. Value type. Copies share the
// stages, which live as long as any copy. Several threads may read a Registry at once, but not while another
// one changes it.
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
    explicit Registry(std::vector<StageDef> stages, std::vector<ParamDecl> batch = {});

    // Throws Error(usage), which lists every fault: the name is taken, or the declaration is incomplete (no
    // summary, a parameter without doc, a default outside its range, a point stage without function, and so
    // on).
    // A Source but "input" must open its file; a Sink but "output" must say what it wants and open a writer.
    void add(StageDef stage);

    // nullptr if there is no such stage. Valid as long as this Registry, or a copy made after the stage was
    // added.
    const StageDef* find(const std::string& name) const;
    std::vector<const StageDef*> all() const;  // sorted by name, including internal stages
    std::vector<std::string> names() const;    // without internal stages
    // A hint for a name that another program uses: " (did you mean 'gaussian 2'?)" for "blur". Ignores case,
    // and how words are joined. "" if no stage declares the name.
    std::string meant_by(const std::string& word) const;
    // The chains in such a hint: "gaussian 2", "box radius=2".
    std::vector<std::string> also(const std::string& word) const;

    // What the block `batch:` of a pipeline's file may say.
    const std::vector<ParamDecl>& batch() const { return batch_; }

private:
    using Stages = std::map<std::string, std::shared_ptr<const StageDef>>;

    const Stages& stages() const;

    std::shared_ptr<const Stages> stages_;  // null if empty
    std::vector<ParamDecl> batch_;
};

}  // namespace sluice
