// The Reduces of a pass: their accumulators, and how what they found comes into their Tables.
#include "pipeline/plan/code/pass_assembler.hpp"

#include <utility>

namespace sluice {
namespace {

KernelArgument u32(std::size_t value) {
    return NumberArgument{NumberArgument::Type::u32, static_cast<double>(value), 0, ""};
}

}  // namespace

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

// Memory that kernels share and nobody observes.
std::size_t PassAssembler::scratch(const std::string& id, const std::string& what, std::size_t bytes,
                                   Zeroed zeroed) {
    assembly_.plan.tables.push_back({cat(id, " (", what, ")"), {}, bytes, zeroed});
    return assembly_.plan.tables.size() - 1;
}

void PassAssembler::reduces() {
    for (std::size_t k = 0; k < reduces_.size(); ++k) {
        const ReduceCode& code = reduces_[k];
        const std::string& r = code.name;
        if (code.luma()) source_.include(code.reduction.whole_luma ? "luma.clh" : "channels.cl");
        source_.include("accumulate.clh");
        if (code.counting == Counting::words) source_.include("words.clh");
        source_.append(cat("\n", table_accessors(code.layout, cat(r, "_table"), "table")));
        if (code.reduction.region) {
            const Rect& rect = *code.reduction.region;
            parameters_.number("uint", cat(r, "_left"), static_cast<double>(rect.x));
            parameters_.number("uint", cat(r, "_right"), static_cast<double>(rect.x + rect.width));
            parameters_.number("uint", cat(r, "_top"), static_cast<double>(rect.y));
            parameters_.number("uint", cat(r, "_bottom"), static_cast<double>(rect.y + rect.height));
        }
        const std::size_t table = assembly_.table_of.at(pass_.reduces[k]);
        if (!code.quantities.empty()) accumulate(code, node(pass_.reduces[k]).id, table);
        if (code.reduction.bins > 0) histogram(code, pass_.reduces[k], table);
    }
}

// Accumulators of the lanes, and the way of what they found to the Table.
void PassAssembler::accumulate(const ReduceCode& code, const std::string& id, std::size_t table) {
    const std::string& r = code.name;
    source_.append(reduce_declarations(code, shape_));
    source_.append(finish_declarations(code, shape_));
    const std::size_t partials =
        scratch(id, "partial results", code.channel_bytes() * code.layout.channels.size() * shape_.groups(),
                Zeroed::never);
    parameters_.add(cat("__global ", finish_.last_group ? "volatile " : "", r, "_one *", r, "_partials"),
                    TableArgument{partials});
    before_ += cat("    ", r, "_lanes ", r, "_acc = ", r, "_LANES_START;\n");
    if (shape_.local > 1 || finish_.last_group)
        before_ += cat("    __local ", r, "_one ", r, "_scratch[", code.round, " * GROUP];\n");
    if (!shape_.alone && code.counting == Counting::words) before_ += cat("    uint ", r, "_tiles = 0;\n");
    after_ += reduce_epilogue(code, shape_);
    if (finish_.last_group) {
        parameters_.add(cat("TABLE ", r, "_result"), TableArgument{table});
        parameters_.add(
            cat("__global volatile uint *", r, "_done"),
            TableArgument{scratch(id, "groups done", sizeof(std::uint32_t) * shape_.layers, Zeroed::once)});
        after_ += finish_in_pass(code, shape_);
        return;
    }
    source_after_ += finish_kernel(code);
    Launch finish;
    finish.kernel = cat(r, "_finish");
    finish.arguments = {TableArgument{partials}, u32(shape_.layer_groups), TableArgument{table}};
    finish.groups = code.layout.rows;
    finish.local = shape_.local;
    finish.reason = cat("folds the results of ", shape_.layer_groups, " groups");
    add_finish(id, std::move(finish));
}

void PassAssembler::histogram(const ReduceCode& code, std::size_t reduce, std::size_t table) {
    const std::string& r = code.name;
    const std::string refining =
        code.refined() ? point_code_.bind_table(node(reduce).inputs.at(2).value()) : "";
    const std::string& id = node(reduce).id;
    const BinsIn where = place_bins(code, shape_);
    const std::size_t copies = where == BinsIn::own_copy ? shape_.layer_groups : 1;  // of a layer
    const TableArgument bins{
        scratch(id, "copies of bins", bins_bytes(code) * copies * shape_.layers, Zeroed::once)};
    source_.append(bins_declarations(code, where));
    parameters_.add(cat("__global uint *", r, "_bins"), bins);
    before_ += bins_before(code, where);
    if (code.refined()) before_ += bins_prefixes(code, refining, code.layout.rows);
    after_ += bins_after(code, where);

    Launch finish;
    finish.kernel = cat(r, "_bins_finish");
    const std::size_t count = code.layout.rows * bins_bytes(code) / sizeof(std::uint32_t);
    finish.arguments = {bins, u32(copies), u32(count), TableArgument{table}};
    finish.local = std::min<std::size_t>(64, assembly_.plan.device.max_work_group);
    finish.groups = ceil_div(count, finish.local);
    finish.reason = cat("adds ", copies, copies == 1 ? " copy" : " copies", " of the bins, counted ",
                        where == BinsIn::own_copy ? "by each work-item for itself"
                        : where == BinsIn::local  ? "in local memory"
                                                  : "in global memory");
    add_finish(id, std::move(finish));
}

void PassAssembler::add_finish(const std::string& id, Launch finish) {
    finish.stages = id;
    finish.implementation = "finish";
    finishes_.push_back(std::move(finish));
}

}  // namespace sluice
