#include "pipeline/plan/plan.hpp"

#include "pipeline/plan/allocate.hpp"
#include "pipeline/plan/asked_storage.hpp"
#include "pipeline/plan/assemble.hpp"
#include "pipeline/plan/fuse.hpp"
#include "pipeline/plan/levels.hpp"
#include "pipeline/plan/place.hpp"
#include "pipeline/plan/simplify.hpp"

#include <algorithm>
#include <utility>

namespace sluice {
namespace {

void add_image(Assembly& assembly, std::size_t node, const std::map<std::size_t, StorageChoice>& asked) {
    ExecutionPlan& plan = assembly.plan;
    const ImageFormat& format = plan.graph.nodes[node].format.value();
    const auto own = asked.find(node);
    const Placement placement =
        place_image(format, plan.device, own == asked.end() ? assembly.options.storage : own->second);
    assembly.image_of[node] = plan.images.size();
    plan.images.push_back({plan.graph.nodes[node].id, format, placement.storage, placement.reason,
                           row_pitch(format, placement.storage), 0});
}

// Memory for all that steps leave behind; scratch is added where it is needed.
void add_memory(Assembly& assembly, const std::vector<Step>& steps) {
    ExecutionPlan& plan = assembly.plan;
    const std::map<std::size_t, StorageChoice> asked = asked_storages(plan.graph, assembly.options);
    for (const Step& step : steps) {
        if (const auto* upload = std::get_if<UploadStep>(&step)) add_image(assembly, upload->node, asked);
        if (const auto* pass = std::get_if<PassStep>(&step))
            for (const std::size_t node : pass->stores) add_image(assembly, node, asked);
    }
    for (std::size_t i = 0; i < plan.graph.nodes.size(); ++i) {
        const Primitive& node = plan.graph.nodes[i];
        if (!node.layout) continue;
        assembly.table_of[i] = plan.tables.size();
        plan.tables.push_back({node.id, *node.layout, node.layout->bytes()});
    }
}

void add_step(Assembly& assembly, const Step& step) {
    ExecutionPlan& plan = assembly.plan;
    if (const auto* upload = std::get_if<UploadStep>(&step)) {
        plan.steps.emplace_back(Upload{upload->node, assembly.image_of.at(upload->node)});
    } else if (const auto* pass = std::get_if<PassStep>(&step)) {
        for (Launch& launch : assemble_pass(assembly, *pass)) plan.steps.emplace_back(std::move(launch));
    } else if (const auto* table = std::get_if<TableStep>(&step)) {
        const bool levels = !plan.graph.nodes[table->node].chain.empty();
        plan.steps.emplace_back(levels ? assemble_levels(assembly, table->node)
                                       : assemble_table(assembly, table->node));
    } else {
        const std::size_t sink = std::get<DownloadStep>(step).node;
        plan.steps.emplace_back(
            Download{sink, assembly.image_of.at(plan.graph.nodes[sink].inputs[0].value())});
    }
}

}  // namespace

std::size_t ExecutionPlan::passes() const {
    return static_cast<std::size_t>(std::count_if(steps.begin(), steps.end(), [](const PlannedStep& step) {
        const auto* launch = std::get_if<Launch>(&step);
        return launch != nullptr && launch->over_pixels;
    }));
}

std::optional<std::size_t> ExecutionPlan::metadata_source(std::size_t sink) const {
    std::size_t node = sink;
    while (!graph.nodes[node].is(Kind::source)) {
        if (graph.nodes[node].inputs.empty() || !graph.nodes[node].inputs[0]) return std::nullopt;
        node = *graph.nodes[node].inputs[0];
    }
    return node;
}

ExecutionPlan make_plan(const CheckedGraph& graph, const Registry& registry, const SourceFormats& sources,
                        const DeviceFacts& device, const PlanOptions& options) {
    ExecutionPlan plan;
    plan.device = device;
    plan.graph = walk(graph, registry, sources, device.fp64);
    std::vector<Observed> observed = observed_tables(plan.graph, options.observe);
    simplify(plan.graph, observed);
    if (options.simplify) reduce_levels(plan.graph, observed, registry, device, plan.decisions);
    if (options.fuse) look_levels_up(plan.graph, observed, registry, device, plan.decisions);

    Assembly assembly{plan, options, {}, {}};
    const Steps fused = fuse(plan.graph, options.fuse);
    plan.decisions.insert(plan.decisions.end(), fused.decisions.begin(), fused.decisions.end());
    add_memory(assembly, fused.steps);
    for (const Step& step : fused.steps) add_step(assembly, step);
    for (const Observed& o : observed) plan.observed.push_back({o.name, assembly.table_of.at(o.node)});
    allocate(plan);
    return plan;
}

}  // namespace sluice
