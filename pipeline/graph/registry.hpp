// The names that pipelines may use: stages, and the options of a batch that a pipeline file may contain.
// builtin_stages() has the stages of sluice; the build collects them from the files in stages/ (see
// pipeline/sluice/stages_table.hpp). To add stages, an application copies it. Value type. Copies share the
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
    // A Source must set `open`, unless it is "input". A Sink must set `wants` and `open`, unless it is
    // "output".
    void add(StageDef stage);
    // Several, such as those of a kernel file (kernel_stage.hpp).
    void add(std::vector<StageDef> more);

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

    // The options that the block `batch:` of a pipeline file may contain.
    const std::vector<ParamDecl>& batch() const { return batch_; }

private:
    using Stages = std::map<std::string, std::shared_ptr<const StageDef>>;

    const Stages& stages() const;

    std::shared_ptr<const Stages> stages_;  // null if empty
    std::vector<ParamDecl> batch_;
};

class Graph;

// `registry` with the stages of the graph. Left out are those whose name is taken by another stage; check()
// reports them.
SLUICE_API Registry with_stages_of(const Graph& graph, const Registry& registry);

}  // namespace sluice
