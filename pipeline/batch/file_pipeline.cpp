#include "pipeline/batch/file_pipeline.hpp"

#include "pipeline/graph/measured.hpp"
#include "pipeline/graph/sizes.hpp"
#include "pipeline/plan/primitives/function.hpp"
#include "pipeline/plan/rewrite/walk.hpp"
#include "pipeline/run/prepare.hpp"

#include <algorithm>
#include <string>
#include <variant>
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
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) find_end(graph_.nodes[i], i, faults);
    if (inputs_.empty())
        faults.error({}, "",
                     "the pipeline would read the same files each time; leave out the path of load, because "
                     "batch sets it");
    if (!faults.ok()) return;
    if (sinks_.empty()) return faults.error({}, "", "the pipeline saves nothing");
    order_sinks(faults);
    if (faults.ok()) refuse_streams(faults);
}

void FilePipeline::find_end(const CheckedNode& node, std::size_t i, Diagnostics& faults) {
    const auto* source = node.stage->as<SourceDef>();
    const auto* sink = node.stage->as<SinkDef>();
    if (source == nullptr && sink == nullptr) return;
    if (source != nullptr ? !source->open : !sink->open)
        faults.error(node.place, node.id, "is an image of the application, not a file");
    for (const ParamDecl& param : node.stage->params) {
        if (param.type != ParamType::path || !param.required) continue;
        const auto path = node.values.find(param.name);
        const std::string name = path == node.values.end() ? "" : std::get<std::string>(path->second);
        if (sink != nullptr && !name.empty() && name.find('{') == std::string::npos)
            faults.error(node.place, node.id + "." + param.name,
                         "every file would be saved there; leave it out, because batch sets it, or write "
                         "{stem} for the name of the input, as in \"{stem}-small.{ext}\"");
        if (sink != nullptr) {
            sinks_.push_back({i, param.name, node.id, name});
        } else if (name.empty()) {
            inputs_.push_back({i, param.name});
            source_ids_.push_back(node.id);
        }
    }
}

// The one that leaves out its path comes first.
void FilePipeline::order_sinks(Diagnostics& faults) {
    const auto named = std::stable_partition(sinks_.begin(), sinks_.end(),
                                             [](const FileSink& sink) { return sink.name.empty(); });
    for (auto at = sinks_.begin() + 1; at < named; ++at)
        faults.error(graph_.nodes[at->node].place, at->id,
                     "would be saved under the same name as " + sinks_.front().id +
                         "; give it a path with the name of the input, as in \"{stem}-small.{ext}\"");
}

// That a Table is kept shows when formats are known: here those of a photograph, as long as nothing has been
// done; those of each file in prepare().
void FilePipeline::refuse_streams(Diagnostics& faults) const {
    SourceFormats formats;
    for (const CheckedNode& node : graph_.nodes)
        if (node.stage->kind() == Kind::source) formats[node.id] = {64, 64, 3, Pixel::u8};
    try {
        BatchFile any{"a.png", "b.png"};
        any.also.assign(sinks_.size() - 1, "b.png");
        CheckedGraph written = for_file(any);
        bind_sizes(written, formats);
        const CheckedGraph checked = with_largest(written).back().graph;
        const Primitives graph = walk(checked, graph_.registry, formats, {});
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
    for (std::size_t n = 0; n < sinks_.size(); ++n)
        if (n <= file.also.size())
            graph.nodes[sinks_[n].node].values[sinks_[n].param] =
                (n == 0 ? file.output : file.also[n - 1]).string();
    return graph;
}

CheckedGraph FilePipeline::replacing(CheckedGraph graph, const BatchFile& file, Overwrite overwrite) const {
    for (const FileSink& file_sink : sinks_) {
        CheckedNode& sink = graph.nodes[file_sink.node];
        if (sink.stage->param("overwrite") != nullptr)
            sink.values["overwrite"] = std::string(name(overwrite));
        if (sink.stage->param("newer_than") != nullptr) sink.values["newer_than"] = file.input.string();
    }
    return graph;
}

}  // namespace sluice
