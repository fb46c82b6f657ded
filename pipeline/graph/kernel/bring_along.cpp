#include "pipeline/graph/kernel/bring_along.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/graph/kernel/read_kernel.hpp"
#include "pipeline/graph/stage.hpp"
#include "pipeline/graph/yaml/find_file.hpp"

#include <algorithm>
#include <optional>

namespace sluice {
namespace {

constexpr const char* no_file =
    "the name of a kernel file is expected first, 'kernel spotlight.cl', or its text as 'text'";

// The parameter that says where the text is. In a chain, the first word without a name is a file.
std::optional<GraphParam> taken_source(GraphNode& node) {
    const auto is_source = [](const GraphParam& param) {
        return param.name.empty() || param.name == "file" || param.name == "text";
    };
    const auto at = std::find_if(node.params.begin(), node.params.end(), is_source);
    if (at == node.params.end()) return std::nullopt;
    GraphParam source = *at;
    node.params.erase(at);
    return source;
}

void add(std::vector<std::shared_ptr<const StageDef>>& stages, std::vector<StageDef> more,
         const GraphParam& source, Diagnostics& faults) {
    for (StageDef& stage : more) {
        const auto known = std::find_if(stages.begin(), stages.end(),
                                        [&](const auto& other) { return other->name == stage.name; });
        if (known == stages.end())
            stages.push_back(std::make_shared<const StageDef>(std::move(stage)));
        else if ((*known)->read_from->text != stage.read_from->text)
            return faults.error(
                source.place, "kernel",
                "two different kernels of this pipeline are named " + in_quotes(stage.name) + "; rename one");
    }
}

}  // namespace

void bring_along(GraphNode& node, const std::filesystem::path& from, bool is_block,
                 std::vector<std::shared_ptr<const StageDef>>& stages, Diagnostics& faults) {
    const std::optional<GraphParam> source = taken_source(node);
    const auto* word = source ? std::get_if<std::string>(&source->value) : nullptr;
    if (word == nullptr) return faults.error(source ? source->place : node.place, "kernel", no_file);
    std::vector<StageDef> read;
    if (source->name == "text") {
        const TextPlace at{source->place.file, std::max(source->place.line - (is_block ? 0 : 1), 0)};
        read = read_kernel(*word, at, "", faults);
    } else {
        Wording fault;
        const auto path = find_file(from, *word, fault);
        if (!path) return faults.error(source->place, "kernel", fault);
        try {
            read = read_kernel_file(*path, faults);
        } catch (const Error& error) {
            return faults.error(source->place, "kernel", error.text());
        }
    }
    if (read.empty()) return;
    node.stage = read.front().name;
    node.kernel = source;
    if (node.kernel->name.empty()) node.kernel->name = "file";
    add(stages, std::move(read), *source, faults);
}

}  // namespace sluice
