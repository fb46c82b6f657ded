#include "apps/options/result_names.hpp"

#include "io/save_format.hpp"
#include "pipeline/files/extension.hpp"
#include "pipeline/sluice/batch/name_template.hpp"

#include <filesystem>
#include <string>
#include <variant>

namespace sluice::apps {
namespace {

// The file of a Source or Sink of this kind; null where there is none.
std::string* path_of(GraphNode& node, Kind kind, const Registry& registry) {
    const StageDef* stage = registry.find(node.stage);
    if (stage == nullptr || stage->kind() != kind || stage->params.empty()) return nullptr;
    const ParamDecl& first = stage->params.front();
    if (first.type != ParamType::path || !first.required) return nullptr;
    for (GraphParam& param : node.params)
        if (param.name.empty() || param.name == first.name) return std::get_if<std::string>(&param.value);
    return nullptr;
}

NameFields fields_of(const std::filesystem::path& input) {
    const std::string extension = extension_of(input.string());
    const std::filesystem::path folder = std::filesystem::absolute(input).lexically_normal().parent_path();
    return {input == "-" ? "stdin" : input.stem().string(), can_write(extension) ? extension : "png",
            folder.filename().string(), 1};
}

}  // namespace

void name_results(Graph& graph, const Registry& registry) {
    const std::string* input = nullptr;
    for (GraphNode& node : graph.nodes)
        if (input == nullptr) input = path_of(node, Kind::source, registry);
    if (input == nullptr) return;
    for (GraphNode& node : graph.nodes) {
        std::string* path = path_of(node, Kind::sink, registry);
        if (path == nullptr || path->find('{') == std::string::npos) continue;
        const std::filesystem::path whole = *path;
        Diagnostics faults;
        const NameTemplate name = NameTemplate::parse(whole.filename().string(), "", faults);
        if (faults.ok()) *path = (whole.parent_path() / name.expand(fields_of(*input))).string();
    }
}

}  // namespace sluice::apps
