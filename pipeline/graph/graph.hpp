// A pipeline as its author wrote it: nodes, parameters, edges. It is checked only when a Plan is made,
// against a Registry of stages (check() in checked_graph.hpp).
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/value.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sluice {

struct StageDef;

// One output of a node. If `port` is empty, it is the first output of the type that is needed. The parsers
// store "stats.mean" in `node` without splitting it. The check first looks for a node of that name, since ids
// such as "normalize.2" exist, and then for an output "mean" of a node "stats".
struct Reference {
    std::string node;
    std::string port;
    Place place;
};

struct GraphParam {
    std::string name;  // "" = a value without a name in a chain: the stage's first parameter
    Value value;       // usually the text as written
    Place place;
    bool replaces = false;  // given by set(): replaces the value in the text
    bool sized = false;     // a file's: uses sizes of images (sizes.hpp)
};

struct GraphNode {
    std::string stage;
    std::string id;  // "" = the check chooses one: "normalize", then "normalize.2"
    std::vector<GraphParam> params;
    // Each entry is an input port and the output that it reads. The name "" takes the next port in order. If
    // the first port is not listed, it reads the previous node, unless `starts_branch` is set.
    std::vector<std::pair<std::string, Reference>> from;
    bool starts_branch = false;
    Place place;
    Place id_place = {};  // where the author wrote the id, if at all
    // Of a node of an included file, whose id has points, or of a node behind an include: what its first
    // input reads if `from` does not say it. If `follows.node` is "", it is the previous node.
    Reference follows = {};
    bool is_included = false;
    // Of a stage that the node brings along: the parameter `file` or `text` that names it, as written.
    std::optional<GraphParam> kernel = {};
};

// Value type. Several threads may read a Graph at once, but not while another one changes it.
class SLUICE_API Graph {
public:
    // These functions only parse; they know no stages or parameters. They throw Error(usage) with every
    // fault of the text and its place. Texts over 1 MiB and pipelines with more than 1000 stages are
    // rejected (limits.hpp). `file_name` is for messages. `vars` are values for the variables that a file
    // declares, as written or typed; the Graph contains only the values that follow from them. A chain
    // declares none. A number may use the size of an image that the pipeline reads, "${load.width / 4}",
    // wherever it comes from. It is computed when a Plan is made, for the formats of that Plan.
    static Graph from_chain(const std::string& chain, const Values& vars = {});
    static Graph from_text(const std::string& yaml_or_json, const std::string& file_name,
                           const Values& vars = {});
    static Graph from_file(const std::filesystem::path& file, const Values& vars = {});
    // Reads a file if the text ends in .yaml, .yml or .json; otherwise parses it as a chain.
    static Graph from_argument(const std::string& file_or_chain, const Values& vars = {});

    // Appends a node and returns *this. The node's input is the previous node, or the outputs in `from`: ids,
    // or "ID.OUTPUT".
    Graph& add(std::string stage, const std::vector<std::pair<std::string, Value>>& params = {},
               std::string id = "", const std::vector<std::string>& from = {});
    // Sets a parameter, as in set("gamma.exponent", 2.0), and replaces its value if there is one. Nodes
    // without an id have the ids that the check chooses: "normalize", "normalize.2". Throws Error(usage) for
    // an unknown node. Unknown parameters and wrong values are found when a Plan is made.
    void set(const std::string& node_and_param, Value value);

    std::vector<GraphNode> nodes;
    // The stages that `kernel` nodes brought along (kernel_stage.hpp). They are found beside those of a
    // Registry: see with_stages_of().
    std::vector<std::shared_ptr<const StageDef>> stages = {};
    // The block `batch:` of a file: options for sluice::Batch, as written (options_in() in batch.hpp).
    std::vector<GraphParam> batch = {};
};

// The variables that a pipeline file declares under `vars:`, for help and forms. One without a default is
// `required`. Throws as Graph::from_file() does, but not for variables that have no value.
SLUICE_API std::vector<ParamDecl> variables_of_file(const std::filesystem::path& file);
SLUICE_API std::vector<ParamDecl> variables_of_text(const std::string& yaml_or_json,
                                                    const std::string& file_name);

}  // namespace sluice
