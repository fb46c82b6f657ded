// The Reduces of a pass: their accumulators, and how what they found comes into their Tables.
#include "pipeline/plan/code/pass_assembler.hpp"

#include <utility>

namespace sluice {
namespace {

KernelArgument u32(std::size_t value) {
    return NumberArgument{NumberArgument::Type::u32, static_cast<double>(value), 0, ""};
}

// Each item of the group computes a channel. All items go through the loop alike: where its bounds are an
// item's own, PoCL compiles some functions to code that never ends (compare metric=mse).
std::string for_each_channel(std::size_t channels, const std::string& call) {
    return cat("        for (int first_channel = 0; first_channel < ", channels,
               "; first_channel += GROUP) {\n            const int channel = first_channel + "
               "(int)get_local_id(0);\n            if (channel < ",
               channels, ") ", call, "        }\n");
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
        source_.append(table_accessors(code.layout, cat(r, "_table"), "table"));
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
    if (finish_.last_group) {
        finish_in_pass_ += finish_in_pass(code, program_.table(reduce));
        return;
    }
    Launch finish;
    finish.kernel = cat(r, "_finish");
    finish.arguments = {TableArgument{code.partials}, u32(shape_.layer_groups),
                        TableArgument{assembly_.table_of.at(reduce)}};
    finish.groups = code.layout.rows;
    finish.local = shape_.local;
    finish.reason = cat("folds the results of ", shape_.layer_groups, " groups");
    add_finish(node(reduce).id, std::move(finish));
}

void PassAssembler::histogram(const ReduceCode& code, std::size_t reduce) {
    const std::string& r = code.name;
    const std::string refining = code.refined() ? program_.table(node(reduce).inputs.at(2).value()) : "";
    source_.append(cat(bins_declarations(code), bins_finish(code)));
    parameters_.add(cat("__global uint *", r, "_bins"), TableArgument{code.bins});
    before_ += bins_before(code);
    if (code.refined()) before_ += bins_prefixes(code, refining, code.layout.rows);
    after_ += bins_after(code);
    const bool goes_on = assembly_.plan.in_strips();  // with the next strip
    if (finish_.last_group && few_bins(code.layout) && !goes_on) {
        finish_in_pass_ += bins_finish_in_pass(code, program_.table(reduce));
        return;
    }

    source_.append(bins_finish_kernel(code));
    Launch finish;
    finish.kernel = cat(r, "_bins_finish");
    const std::size_t count = code.layout.rows * code.bins_bytes() / sizeof(std::uint32_t);
    finish.arguments = {TableArgument{code.bins}, u32(code.bins_copies), u32(count),
                        TableArgument{assembly_.table_of.at(reduce)}};
    finish.local = std::min<std::size_t>(64, assembly_.plan.device.max_work_group);
    finish.groups = ceil_div(count, finish.local);
    finish.reason =
        cat("adds ", code.bins_copies, code.bins_copies == 1 ? " copy" : " copies", " of the bins, counted ",
            code.bins_in == BinsIn::own_copy ? "by each work-item for itself"
            : code.bins_in == BinsIn::local  ? "in local memory"
                                             : "in global memory");
    add_finish(node(reduce).id, std::move(finish));
}

// What the last group does: its Tables one after the other, each behind those that it is made from.
void PassAssembler::finish_by_last_group() {
    source_.include("last_group.clh");
    parameters_.add("__global volatile uint *groups_done", TableArgument{design_.groups_done});
    before_ += "    __local uint last_group;\n";
    std::string text = finish_in_pass_;
    bool scratch = false;
    for (const std::size_t table : pass_.tables) {
        text += "        barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);\n";
        const Primitive& n = node(table);
        if (!n.chain.empty()) {
            text += cat("        for (int level = (int)get_local_id(0) * PIXELS; level < ",
                        n.layout->fields[0].count, "; level += GROUP * PIXELS) {\n",
                        levels_statements(program_, table), "        }\n");
            continue;
        }
        const bool by_group = n.stage->as<TableDef>()->items > 1;
        scratch |= by_group;
        text += by_group ? cat("        for (int channel = 0; channel < ", n.layout->channels.size(),
                               "; ++channel) {\n            const int item = (int)get_local_id(0), items = "
                               "GROUP;\n            ",
                               table_call(program_, table),
                               "            barrier(CLK_LOCAL_MEM_FENCE);\n        }\n")
                         : for_each_channel(n.layout->channels.size(), table_call(program_, table));
    }
    if (scratch) before_ += "    __local ulong scratch[GROUP];\n";
    after_ +=
        cat("    if (is_last_group(groups_done + row, layer_groups, &last_group)) {\n", text, "    }\n");
}

void PassAssembler::add_finish(const std::string& id, Launch finish) {
    finish.stages = id;
    finish.implementation = "finish";
    finishes_.push_back(std::move(finish));
}

}  // namespace sluice
