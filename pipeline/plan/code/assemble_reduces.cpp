// The Reduces of a pass: their accumulators, and how the last group brings what they found into their Tables.
#include "pipeline/plan/code/pass_assembler.hpp"

namespace sluice {

// One channel of a mask holds for all, otherwise channel by channel; alpha that it lacks counts. Luma is
// counted where each of its colours is; alpha beside it for itself.
std::string PassAssembler::mask(const ReduceCode& code, std::size_t image) const {
    const std::string v = local("v", image);
    if (node(image).format->colors() == 1) return cat(v, " != 0");
    const std::string own =
        node(image).format->has_alpha() ? cat(v, " != 0") : cat("(", v, " != 0) | ALPHA_LANES");
    if (!code.luma()) return own;
    const std::string all = cat("(RED(", v, ") != 0) & (GREEN(", v, ") != 0) & (BLUE(", v, ") != 0)");
    return code.layout.channels.size() == 1 ? all : cat("ALPHA_LANES ? ", own, " : ", all);
}

void PassAssembler::reduces() {
    for (std::size_t k = 0; k < reduces_.size(); ++k) {
        const ReduceCode& code = reduces_[k];
        const std::string& r = code.name;
        if (code.luma()) source_.include(code.reduction.whole_luma ? "luma.clh" : "channels.cl");
        source_.include("accumulate.clh");
        if (code.counting == Counting::words) source_.include("words.clh");
        if (finish_.last_group) source_.append(table_accessors(code.layout, cat(r, "_table"), "table"));
        if (code.reduction.region) {
            const Rect& rect = *code.reduction.region;
            parameters_.number("uint", cat(r, "_left"), static_cast<double>(rect.x));
            parameters_.number("uint", cat(r, "_right"), static_cast<double>(rect.x + rect.width));
            parameters_.number("uint", cat(r, "_top"), static_cast<double>(rect.y));
            parameters_.number("uint", cat(r, "_bottom"), static_cast<double>(rect.y + rect.height));
        }
        if (!code.quantities.empty()) accumulate(code, pass_.reduces[k]);
        if (code.reduction.bins > 0) histogram(code, pass_.reduces[k]);
    }
    if (!finish_in_pass_.empty()) finish_by_last_group();
}

// Accumulators of the lanes, and the way of what they found to the Table.
void PassAssembler::accumulate(const ReduceCode& code, std::size_t reduce) {
    const std::string& r = code.name;
    reduce_declarations(source_, code, finish_.last_group);
    parameters_.add(cat("__global ", finish_.last_group ? "volatile " : "", r, "_one *", r, "_partials"),
                    TableArgument{code.partials});
    before_ += cat("    ", r, "_lanes ", r, "_acc = ", r, "_LANES_START;\n");
    if (shape_.local > 1 || finish_.last_group)
        before_ += cat("    __local ", r, "_one ", r, "_scratch[", code.round, " * GROUP];\n");
    if (!shape_.alone && code.counting == Counting::words) before_ += cat("    uint ", r, "_tiles = 0;\n");
    after_ += reduce_epilogue(code, shape_);
    if (finish_.last_group)
        finish_in_pass_ += reduce_finish(code, program_.table(reduce), cat(r, "_scratch"));
}

void PassAssembler::histogram(const ReduceCode& code, std::size_t reduce) {
    const std::string& r = code.name;
    const std::string refining = code.refined() ? program_.table(node(reduce).inputs.at(2).value()) : "";
    const bool finishes = last_group_adds_bins(finish_, code, assembly_.plan.in_strips());
    bins_declarations(source_, code, finishes);
    parameters_.add(cat("__global uint *", r, "_bins"), TableArgument{code.bins});
    before_ += bins_before(code);
    if (code.refined()) before_ += bins_prefixes(code, refining, code.layout.rows);
    after_ += bins_after(code);
    if (finishes) finish_in_pass_ += bins_finish(code, program_.table(reduce));
}

// What the last group does: its Tables one after the other, each behind those that it is made from. PoCL
// takes the last branch in front of where groups part for one that all items take, unless a barrier stands
// between.
void PassAssembler::finish_by_last_group() {
    source_.include("last_group.clh");
    parameters_.add("__global volatile uint *groups_done", TableArgument{design_.groups_done});
    before_ += "    __local uint last_group;\n";
    const std::string tables = tables_by_group(program_, pass_.tables, before_);
    after_ += cat("    if (is_last_group(groups_done + row, layer_groups, &last_group)) {\n", finish_in_pass_,
                  tables, "        barrier(CLK_LOCAL_MEM_FENCE);\n    }\n");
}

}  // namespace sluice
