#include "pipeline/plan/code/assemble.hpp"

#include <optional>
#include <utility>
#include <variant>

namespace sluice {
namespace {

// Steps in their order. In strips, what finishes the Reduces of a sweep stands behind all of it.
class StepAssembler {
public:
    explicit StepAssembler(Assembly& assembly) : assembly_(assembly), plan_(assembly.plan) {}

    void add(std::size_t index) {
        const Step& step = assembly_.steps[index];
        const std::vector<Rows>& rows = assembly_.rows[index];
        if (const auto* upload = std::get_if<UploadStep>(&step)) {
            if (upload->sweep != sweep_) end_sweep();
            sweep_ = upload->sweep;
            plan_.steps.emplace_back(
                Upload{upload->node, assembly_.image_of.at(upload->node), upload->sweep, rows});
        } else if (std::holds_alternative<PassStep>(step)) {
            for (Launch& launch : assemble_pass(assembly_, index)) {
                const bool later = plan_.in_strips() && !launch.over_pixels;
                (later ? finishes_ : plan_.steps).emplace_back(std::move(launch));
            }
        } else if (const auto* table = std::get_if<TableStep>(&step)) {
            end_sweep();
            const bool levels = !plan_.graph.nodes[table->node].chain.empty();
            plan_.steps.emplace_back(levels ? assemble_levels(assembly_, table->node)
                                            : assemble_table(assembly_, table->node));
        } else if (const auto* sequence = std::get_if<SequenceStep>(&step)) {
            for (Launch& launch : assemble_sequence(assembly_, sequence->node))
                plan_.steps.emplace_back(std::move(launch));
        } else if (const auto* host = std::get_if<HostStep>(&step)) {
            HostWork work{host->node, {}, assembly_.image_of.at(host->node)};
            for (const auto& input : plan_.graph.nodes[host->node].inputs)
                work.images.push_back(input ? std::optional(assembly_.image_of.at(*input)) : std::nullopt);
            plan_.steps.emplace_back(std::move(work));
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

}  // namespace

void assemble(Assembly& assembly) {
    StepAssembler steps(assembly);
    for (std::size_t i = 0; i < assembly.steps.size(); ++i) steps.add(i);
    steps.end_sweep();
}

}  // namespace sluice
