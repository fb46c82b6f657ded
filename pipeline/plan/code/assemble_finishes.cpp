// What brings the findings of a pass into the Tables of its Reduces, and computes the small Tables behind
// these, where the last group of the pass does not. These kernels hardly depend on the images: in programs of
// their own they are compiled once for many formats.
#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/code/assemble.hpp"
#include "pipeline/plan/code/histogram_code.hpp"
#include "pipeline/plan/code/table_code.hpp"
#include "pipeline/plan/schedule/join_tables.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>

namespace sluice {
namespace {

class FinishAssembler {
public:
    FinishAssembler(const Assembly& assembly, std::size_t step)
        : assembly_(assembly),
          plan_(assembly.plan),
          pass_(std::get<PassStep>(assembly.steps.at(step))),
          design_(assembly.passes.at(step)) {
        shape_.lanes = shape_.pixels = 1;
        shape_.doubles = design_.shape.doubles;
        shape_.local = design_.shape.local;
    }

    std::vector<Launch> run() {
        std::vector<Launch> launches;
        for (std::size_t k = 0; k < design_.reduces.size(); ++k)
            if (design_.reduces[k].reduction.bins > 0 &&
                !last_group_adds_bins(design_.finish, design_.reduces[k], plan_.in_strips()))
                launches.push_back(bins(k));
        const bool finds = std::any_of(design_.reduces.begin(), design_.reduces.end(),
                                       [](const ReduceDesign& reduce) { return !reduce.quantities.empty(); });
        if (!design_.finish.last_group && (finds || !pass_.tables.empty())) launches.push_back(finish());
        return launches;
    }

private:
    static Launch launch(const std::string& kernel, const std::string& stages, const KernelSource& source,
                         const KernelParameters& parameters, const std::string& options) {
        Launch launch;
        launch.stages = stages;
        launch.kernel = kernel;
        launch.program = std::make_shared<const Program>(Program{stages, source.text(), options});
        launch.arguments = parameters.arguments();
        launch.implementation = "finish";
        return launch;
    }

    // Adds the copies of the bins of a Reduce. The kernel is the same for all.
    Launch bins(std::size_t k) const {
        const ReduceDesign& reduce = design_.reduces[k];
        KernelSource source;
        source.include("bins.cl");
        KernelParameters parameters;
        const std::size_t all = reduce.all_bins(), count = reduce.layout.rows * all;
        const TableArgument table{assembly_.table_of.at(pass_.reduces[k])};
        parameters.add("bins", TableArgument{reduce.bins});
        parameters.number("uint", "copies", static_cast<double>(reduce.bins_copies));
        parameters.number("uint", "all", static_cast<double>(all));
        parameters.number("uint", "count", static_cast<double>(count));
        parameters.add("table", table);
        parameters.number("uint", "first",
                          static_cast<double>(reduce.layout.offset(*reduce.layout.find("histogram"))));

        const std::size_t local = std::min<std::size_t>(64, plan_.device.max_work_group);
        Launch bins = launch("bins", plan_.graph.nodes[pass_.reduces[k]].id, source, parameters,
                             cat("-D GROUP=", local));
        bins.local = local;
        bins.groups = ceil_div(count, bins.local);
        bins.reason = cat("adds ", reduce.bins_copies, reduce.bins_copies == 1 ? " copy" : " copies",
                          " of the bins, counted ",
                          reduce.bins_in == BinsIn::own_copy ? "by each work-item for itself"
                          : reduce.bins_in == BinsIn::local  ? "in local memory"
                                                             : "in global memory");
        return bins;
    }

    // Folds what the groups found, for all Reduces of the pass, and computes its Tables.
    Launch finish() const {
        KernelSource source;
        source.include("lanes.clh");
        source.append(cat("#define GROUP ", shape_.local, "  // work-items\n"));
        KernelParameters parameters;
        LocalNumbers numbers;
        ProgramCode program{assembly_, assembly_, shape_, source, parameters, numbers};
        program.makes.insert(pass_.reduces.begin(), pass_.reduces.end());
        program.makes.insert(pass_.tables.begin(), pass_.tables.end());
        std::string before, text, stages;
        for (std::size_t k = 0; k < design_.reduces.size(); ++k) {
            stages += cat(stages.empty() ? "" : ", ", plan_.graph.nodes[pass_.reduces[k]].id);
            if (design_.reduces[k].quantities.empty()) continue;
            const ReduceCode code{design_.reduces[k], cat("r", numbers(pass_.reduces[k]))};
            const std::string partials = cat(code.name, "_partials");
            // Of one item none: PoCL 5 ends a program that has local memory which nobody uses.
            const std::string scratch = shape_.local > 1 ? cat(code.name, "_scratch") : "0";
            source.include("accumulate.clh");
            source.append(table_accessors(code.layout, cat(code.name, "_table"), "table"));
            finish_declarations(source, code);
            parameters.add(cat("__global const ", code.name, "_one *", partials),
                           TableArgument{code.partials});
            if (shape_.local > 1) before += cat("    __local ", code.name, "_one ", scratch, "[GROUP];\n");
            text += reduce_finish(code, program.table(pass_.reduces[k]), scratch);
        }
        parameters.number("uint", "layer_groups", static_cast<double>(design_.shape.layer_groups));
        text += tables_by_group(program, pass_.tables, before);
        for (const std::size_t table : pass_.tables) stages += cat(", ", plan_.graph.nodes[table].id);
        source.append(cat(
            "\n// One group for each row of the Tables.\n__kernel "
            "__attribute__((reqd_work_group_size(GROUP, 1, 1)))\nvoid finish(",
            parameters.declarations(), ") {\n    const uint row = get_group_id(0);\n", before, text, "}\n"));

        Launch finish = launch(
            "finish", stages, source, parameters,
            lane_options(1, 1, shape_.doubles, plan_.device) + (computes_little() ? " -cl-opt-disable" : ""));
        for (const ReduceDesign& reduce : design_.reduces)
            finish.groups = std::max(finish.groups, reduce.layout.rows);
        finish.local = shape_.local;
        finish.reason = cat("folds the results of ", design_.shape.layer_groups, " groups",
                            pass_.tables.empty() ? "" : "; then computes the Tables behind them");
        return finish;
    }

    // Whether, on a CPU, its text would take longer to optimize than it will be computed for. Tables are
    // small, else they were not joined.
    bool computes_little() const {
        const auto is_short = [&](const ReduceDesign& reduce) {
            return reduce.layout.rows * reduce.layout.channels.size() * design_.shape.layer_groups <=
                   few_values;
        };
        return plan_.device.cpu() && std::all_of(design_.reduces.begin(), design_.reduces.end(), is_short);
    }

    const Assembly& assembly_;
    const ExecutionPlan& plan_;
    const PassStep& pass_;
    const PassDesign& design_;
    PassShape shape_;  // of these programs: one number at a time
};

}  // namespace

std::vector<Launch> assemble_finishes(const Assembly& assembly, std::size_t step) {
    return FinishAssembler(assembly, step).run();
}

}  // namespace sluice
