#include "pipeline/batch/file_pipeline.hpp"

#include "pipeline/plan/primitives/function.hpp"
#include "pipeline/plan/rewrite/walk.hpp"
#include "pipeline/run/prepare.hpp"

#include <vector>

namespace sluice {

void set_everywhere(Graph& graph, const std::string& stage, const std::string& param, const Value& value) {
    for (GraphNode& node : graph.nodes) {
        if (node.stage != stage) continue;
        std::erase_if(node.params, [&](const GraphParam& p) { return p.name == param; });
        node.params.push_back({param, value, {}, true});
    }
}

FilePipeline::FilePipeline(const Graph& graph, const Registry& registry, Diagnostics& faults) {
    graph_ = check(graph, registry, faults, {.paths_later = true});
    if (faults.ok()) find_ends(faults);
}

void FilePipeline::find_ends(Diagnostics& faults) {
    std::size_t sinks = 0;
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
        const CheckedNode& node = graph_.nodes[i];
        const auto* source = node.stage->as<SourceDef>();
        const auto* sink = node.stage->as<SinkDef>();
        if (source == nullptr && sink == nullptr) continue;
        if (source != nullptr ? !source->open : !sink->open)
            faults.error(node.place, node.id, "is an image of the application, not a file");
        if (sink != nullptr && ++sinks > 1)
            faults.error(
                node.place, node.id,
                "batch saves one file per input; for a pipeline with several saves, use 'sluice run'");
        for (const ParamDecl& param : node.stage->params) {
            if (param.type != ParamType::path || !param.required) continue;
            if (node.values.count(param.name) == 0) {
                (source != nullptr ? inputs_ : outputs_).push_back({i, param.name});
                (source != nullptr ? source_ids_.emplace_back() : sink_id_) = node.id;
            } else if (sink != nullptr) {
                faults.error(node.place, node.id + "." + param.name,
                             "every file would be saved there; leave it out, because batch sets it");
            }
        }
    }
    if (inputs_.empty())
        faults.error({}, "",
                     "the pipeline would read the same files each time; leave out the path of load, because "
                     "batch sets it");
    if (sinks == 0) faults.error({}, "", "the pipeline saves nothing");
    if (faults.ok()) refuse_streams(faults);
}

// That a Table is kept shows when formats are known: here those of a photograph, as long as nothing has been
// done; those of each file in prepare().
void FilePipeline::refuse_streams(Diagnostics& faults) const {
    SourceFormats formats;
    for (const CheckedNode& node : graph_.nodes)
        if (node.stage->kind() == Kind::source) formats[node.id] = {64, 64, 3, Pixel::u8};
    try {
        const Primitives graph = walk(for_file({"a.png", "b.png"}), graph_.registry, formats, {});
        for (const Primitive& node : graph.nodes)
            if (table_takes(graph, node, "previous")) faults.error(node.place, node.id, no_stream);
    } catch (const Error&) {  // a pipeline for other images
    }
}

std::size_t FilePipeline::vary(const Graph& graph) {
    CheckedGraph variant = check_or_throw(graph, graph_.registry, {.paths_later = true});
    variant.variant = variants_.size() + 1;
    variants_.push_back(std::move(variant));
    return variants_.size();
}

CheckedGraph FilePipeline::for_file(const BatchFile& file) const {
    CheckedGraph graph = file.variant == 0 ? graph_ : variants_.at(file.variant - 1);
    for (const OpenPath& open : inputs_) graph.nodes[open.node].values[open.param] = file.input.string();
    for (const OpenPath& open : outputs_) graph.nodes[open.node].values[open.param] = file.output.string();
    return graph;
}

CheckedGraph FilePipeline::replacing(CheckedGraph graph, const BatchFile& file, Overwrite overwrite) const {
    CheckedNode& sink = graph.nodes[graph.find(sink_id_).value()];
    if (sink.stage->param("overwrite") != nullptr) sink.values["overwrite"] = std::string(name(overwrite));
    if (sink.stage->param("newer_than") != nullptr) sink.values["newer_than"] = file.input.string();
    return graph;
}

}  // namespace sluice
