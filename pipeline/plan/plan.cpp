#include "pipeline/plan/plan.hpp"

#include "pipeline/plan/code/assemble.hpp"
#include "pipeline/plan/rewrite/levels.hpp"
#include "pipeline/plan/rewrite/simplify.hpp"
#include "pipeline/plan/rewrite/split_gathers.hpp"
#include "pipeline/plan/schedule/allocate.hpp"
#include "pipeline/plan/schedule/asked_storage.hpp"
#include "pipeline/plan/schedule/fuse.hpp"
#include "pipeline/plan/schedule/place.hpp"
#include "pipeline/plan/schedule/strip_rows.hpp"
#include "pipeline/plan/schedule/strips.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sluice {
namespace {

// How many rows of each image lie in memory at a time, of one layer: those of its largest strip.
std::map<std::size_t, std::size_t> rows_in_memory(const std::vector<Step>& steps,
                                                  const std::vector<std::vector<Rows>>& strips) {
    std::map<std::size_t, std::size_t> most;
    const auto add = [&](std::size_t node, std::size_t step) {
        for (const Rows& rows : strips[step]) most[node] = std::max(most[node], rows.count);
    };
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (const auto* upload = std::get_if<UploadStep>(&steps[i])) add(upload->node, i);
        if (const auto* pass = std::get_if<PassStep>(&steps[i]))
            for (const std::size_t node : pass->stores) add(node, i);
    }
    return most;
}

// Memory for all that steps leave behind; scratch is added where it is needed.
void add_memory(Assembly& assembly, const std::vector<Step>& steps,
                const std::vector<std::vector<Rows>>& strips) {
    ExecutionPlan& plan = assembly.plan;
    const std::map<std::size_t, StorageChoice> asked = asked_storages(plan.graph, assembly.options);
    for (const auto& [node, most] : rows_in_memory(steps, strips)) {
        const ImageFormat& format = plan.graph.nodes[node].format.value();
        const std::size_t rows = format.layers * most;
        const auto own = asked.find(node);
        const Placement placement = place_image(format, rows, plan.device,
                                                own == asked.end() ? assembly.options.storage : own->second);
        assembly.image_of[node] = plan.images.size();
        plan.images.push_back({plan.graph.nodes[node].id, format, placement.storage, placement.reason,
                               row_pitch(format, placement.storage), rows, 0});
    }
    for (std::size_t i = 0; i < plan.graph.nodes.size(); ++i) {
        const Primitive& node = plan.graph.nodes[i];
        if (!node.layout) continue;
        assembly.table_of[i] = plan.tables.size();
        plan.tables.push_back({node.id, *node.layout, node.layout->bytes()});
    }
}

// Steps in their order. In strips, what finishes the Reduces of a sweep stands behind all of it.
class StepAssembler {
public:
    explicit StepAssembler(Assembly& assembly) : assembly_(assembly), plan_(assembly.plan) {}

    void add(const Step& step, const std::vector<Rows>& rows) {
        if (const auto* upload = std::get_if<UploadStep>(&step)) {
            if (upload->sweep != sweep_) end_sweep();
            sweep_ = upload->sweep;
            plan_.steps.emplace_back(
                Upload{upload->node, assembly_.image_of.at(upload->node), upload->sweep, rows});
        } else if (const auto* pass = std::get_if<PassStep>(&step)) {
            for (Launch& launch : assemble_pass(assembly_, *pass, rows)) {
                const bool later = plan_.in_strips() && !launch.over_pixels;
                (later ? finishes_ : plan_.steps).emplace_back(std::move(launch));
            }
        } else if (const auto* table = std::get_if<TableStep>(&step)) {
            end_sweep();
            const bool levels = !plan_.graph.nodes[table->node].chain.empty();
            plan_.steps.emplace_back(levels ? assemble_levels(assembly_, table->node)
                                            : assemble_table(assembly_, table->node));
        } else {
            const std::size_t sink = std::get<DownloadStep>(step).node;
            plan_.steps.emplace_back(
                Download{sink, assembly_.image_of.at(plan_.graph.nodes[sink].inputs[0].value()), rows});
        }
    }
    void end_sweep() {
        for (PlannedStep& finish : finishes_) plan_.steps.push_back(std::move(finish));
        finishes_.clear();
    }

private:
    Assembly& assembly_;
    ExecutionPlan& plan_;
    int sweep_ = 0;
    std::vector<PlannedStep> finishes_;
};

// What is planned for: a graph without anything superfluous, and the Tables that a caller reads.
struct Simplified {
    Primitives graph;
    std::vector<Observed> observed;
    std::vector<std::string> decisions;
};

// What the caller sees, in the order of the layout. Integers are never NaN or inf: nobody counts them, and
// there are none.
std::vector<Field> seen_fields(const Primitive& node) {
    const auto seen = [&](const Field& field) {
        return std::find(node.observed.begin(), node.observed.end(), field.name) != node.observed.end();
    };
    std::vector<Field> fields;
    std::copy_if(node.layout->fields.begin(), node.layout->fields.end(), std::back_inserter(fields), seen);
    for (const std::string& name : node.observed)
        if (node.layout->find(name) == nullptr) fields.push_back({name, FieldType::u64, true, 1});
    return fields;
}

ExecutionPlan lay_out(const Simplified& simplified, const DeviceFacts& device, const PlanOptions& options,
                      std::size_t strips) {
    ExecutionPlan plan;
    plan.device = device;
    plan.graph = simplified.graph;
    plan.decisions = simplified.decisions;
    plan.strips = strips;
    Assembly assembly{plan, options, {}, {}};
    const FusedSteps fused = plan.in_strips() ? fuse_strips(plan.graph) : fuse(plan.graph, options.fuse);
    plan.decisions.insert(plan.decisions.end(), fused.decisions.begin(), fused.decisions.end());
    const std::vector<std::vector<Rows>> rows = rows_of_steps(plan.graph, fused.steps, strips);
    add_memory(assembly, fused.steps, rows);
    StepAssembler steps(assembly);
    for (std::size_t i = 0; i < fused.steps.size(); ++i) steps.add(fused.steps[i], rows[i]);
    steps.end_sweep();
    for (const Observed& o : simplified.observed)
        plan.observed.push_back(
            {o.name, assembly.table_of.at(o.node), seen_fields(plan.graph.nodes[o.node])});
    allocate(plan);
    return plan;
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
    Simplified simplified{walk(graph, registry, sources, device.fp64), {}, {}};
    simplified.observed = observed_tables(simplified.graph, options.observe);
    simplify(simplified.graph, simplified.observed);
    split_gathers(simplified.graph, simplified.observed, simplified.decisions);
    if (options.simplify)
        reduce_levels(simplified.graph, simplified.observed, registry, device, simplified.decisions);
    if (options.fuse)
        look_levels_up(simplified.graph, simplified.observed, registry, device, simplified.decisions);

    ExecutionPlan plan = lay_out(simplified, device, options, 1);
    while (const auto strips = cut(plan, options.limit_memory))
        plan = lay_out(simplified, device, options, *strips);
    return plan;
}

}  // namespace sluice
