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
    reduce_declarations(source_, code, finish_.last_group);
    parameters_.add(cat("__global ", finish_.last_group ? "volatile " : "", r, "_one *", r, "_partials"),
                    TableArgument{code.partials});
    before_ += cat("    ", r, "_lanes ", r, "_acc = ", r, "_LANES_START;\n");
    if (shape_.local > 1 || finish_.last_group)
        before_ += cat("    __local ", r, "_one ", r, "_scratch[", code.round, " * GROUP];\n");
    if (!shape_.alone && code.counting == Counting::words) before_ += cat("    uint ", r, "_tiles = 0;\n");
    after_ += reduce_epilogue(code, shape_);
    if (finish_.last_group) {
        parameters_.add(cat("TABLE ", r, "_result"), TableArgument{table});
        parameters_.add(cat("__global volatile uint *", r, "_done"), TableArgument{code.groups_done});
        after_ += finish_in_pass(code);
        return;
    }
    Launch finish;
    finish.kernel = cat(r, "_finish");
    finish.arguments = {TableArgument{code.partials}, u32(shape_.layer_groups), TableArgument{table}};
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
    source_.append(bins_declarations(code));
    parameters_.add(cat("__global uint *", r, "_bins"), TableArgument{code.bins});
    before_ += bins_before(code);
    if (code.refined()) before_ += bins_prefixes(code, refining, code.layout.rows);
    after_ += bins_after(code);

    Launch finish;
    finish.kernel = cat(r, "_bins_finish");
    const std::size_t count = code.layout.rows * code.bins_bytes() / sizeof(std::uint32_t);
    finish.arguments = {TableArgument{code.bins}, u32(code.bins_copies), u32(count), TableArgument{table}};
    finish.local = std::min<std::size_t>(64, assembly_.plan.device.max_work_group);
    finish.groups = ceil_div(count, finish.local);
    finish.reason =
        cat("adds ", code.bins_copies, code.bins_copies == 1 ? " copy" : " copies", " of the bins, counted ",
            code.bins_in == BinsIn::own_copy ? "by each work-item for itself"
            : code.bins_in == BinsIn::local  ? "in local memory"
                                             : "in global memory");
    add_finish(id, std::move(finish));
}

void PassAssembler::add_finish(const std::string& id, Launch finish) {
    finish.stages = id;
    finish.implementation = "finish";
    finishes_.push_back(std::move(finish));
}

}  // namespace sluice
