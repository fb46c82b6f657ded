// How a plan came about, step by step, for people.
#include "pipeline/core/text.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/plan/print.hpp"
#include "pipeline/plan/text.hpp"
#include "pipeline/plan/words.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace sluice {
namespace {

using Lines = std::vector<std::string>;

Lines ids_of(const Primitives& graph, const std::vector<std::size_t>& nodes) {
    Lines ids;
    for (const std::size_t i : nodes) ids.push_back(graph.nodes[i].id);
    return ids;
}

std::string list_of(const Primitives& graph, const std::vector<std::size_t>& nodes) {
    return joined(ids_of(graph, nodes), ", ");
}

// "n: normalize of load, out=10,200".
Lines lines_of(const CheckedGraph& graph) {
    Lines lines;
    for (const CheckedNode& node : graph.nodes) {
        std::string line = node.id == node.stage->name ? node.id : cat(node.id, ": ", node.stage->name);
        Lines inputs;
        for (const auto& input : node.inputs)
            if (input) inputs.push_back(graph.nodes[input->node].id);
        if (!inputs.empty()) line += cat(" of ", joined(inputs, ", "));
        for (const auto& [param, place] : node.param_places)
            if (const auto value = node.values.find(param); value != node.values.end())
                line += cat(", ", param, "=", text(value->second));
        lines.push_back(std::move(line));
    }
    return lines;
}

// "normalize.stretch: point of load, normalize.range -> 451x300 u8 x3".
Lines lines_of(const Primitives& graph) {
    Lines lines;
    for (const Primitive& node : graph.nodes) {
        std::string line = cat(node.id, ": ", name(node.stage->kind()));
        if (node.stage->name == "lookup") line += " (a lookup)";
        Lines inputs;
        for (const auto& input : node.inputs)
            if (input) inputs.push_back(graph.nodes[*input].id);
        if (!inputs.empty()) line += cat(" of ", joined(inputs, ", "));
        if (!node.chain.empty()) line += cat(" by ", list_of(graph, node.chain));
        if (node.format) line += cat(" -> ", node.format->text());
        if (node.layout && !node.layout->fields.empty()) line += cat(" -> ", fields_text(*node.layout));
        lines.push_back(std::move(line));
    }
    return lines;
}

std::string line_of(const Primitives& graph, const PassStep& pass) {
    std::string text = cat("pass over ", pass.domain.width, "x", pass.domain.height);
    Lines parts;
    const auto add = [&](const char* what, const std::vector<std::size_t>& nodes) {
        if (!nodes.empty()) parts.push_back(cat(what, " ", list_of(graph, nodes)));
    };
    add("loads", pass.loads);
    for (const GatherSource& gather : pass.gathers) {
        std::string part =
            cat(graph.nodes[gather.node].id, " reads neighbours in ", list_of(graph, gather.loads));
        if (!gather.points.empty()) part += cat(" through ", list_of(graph, gather.points));
        parts.push_back(std::move(part));
    }
    add("evaluates", pass.points);
    add("stores", pass.stores);
    add("reduces", pass.reduces);
    add("each group computes", pass.levels);
    add("then computes", pass.tables);
    return cat(text, ": ", joined(parts, "; "));
}

Lines lines_of(const Primitives& graph, const std::vector<Step>& steps) {
    Lines lines;
    const auto id = [&](std::size_t node) { return graph.nodes[node].id; };
    for (const Step& step : steps) {
        if (const auto* upload = std::get_if<UploadStep>(&step))
            lines.push_back(cat("upload ", id(upload->node)));
        if (const auto* pass = std::get_if<PassStep>(&step)) lines.push_back(line_of(graph, *pass));
        if (const auto* table = std::get_if<TableStep>(&step))
            lines.push_back(cat("table ", id(table->node)));
        if (const auto* sequence = std::get_if<SequenceStep>(&step))
            lines.push_back(cat("sequence ", id(sequence->node)));
        if (const auto* host = std::get_if<HostStep>(&step)) lines.push_back(cat("host ", id(host->node)));
        if (const auto* sink = std::get_if<DownloadStep>(&step))
            lines.push_back(cat("download ", id(sink->node)));
    }
    return lines;
}

// Images in memory.
Lines lines_of(const std::vector<PlannedImage>& images) {
    Lines lines;
    for (const PlannedImage& image : images)
        lines.push_back(cat(image.name, ": ", name(image.storage), ", ", image.rows,
                            image.rows == 1 ? " row" : " rows", ", slot ", image.slot, ", ",
                            size_text(image.bytes())));
    return lines;
}

Lines launches_of(const ExecutionPlan& plan) {
    Lines lines;
    for (const PlannedStep& step : plan.steps)
        if (const auto* launch = std::get_if<Launch>(&step))
            lines.push_back(cat(launch->over_pixels ? "pass " : "table ", launch->stages, ": ",
                                launch->implementation, "; ", launch->groups, " x ", launch->local,
                                " work-items"));
    return lines;
}

// Collects what an observer is shown. What a frame that does not fit is tried in, between the first cut and
// the last, is left out.
class StepsText {
public:
    explicit StepsText(const CheckedGraph& graph) { text_ = block("parse", lines_of(graph), {}); }

    void add(const AfterStep& now) {
        const Lines why(now.decisions.begin(), now.decisions.end());
        if (now.step == "cut")
            trial_ += cat("\ncut: ", cut_text(now), "\n");
        else if (now.step == "place")
            trial_ += block("place", lines_of(now.plan->images), why);
        else if (now.step == "assemble")
            trial_ += block("assemble", launches_of(*now.plan), why);
        else if (now.steps != nullptr)
            trial_ += changed(now, lines_of(now.graph, *now.steps), steps_, why);
        else
            text_ += changed(now, lines_of(now.graph), graph_, why);
        if (now.more_strips) end_trial();
    }

    std::string take() { return text_ + left_out_ + trial_; }

private:
    static std::string block(std::string_view step, const Lines& lines, const Lines& why) {
        std::string text = cat(step == "parse" ? "" : "\n", step, "\n");
        for (const std::string& line : lines) text += cat("    ", line, "\n");
        for (const std::string& line : why) text += cat("  ? ", line, "\n");
        return text;
    }

    // Against what was there before: + is new, - is gone, ? says why.
    static std::string changed(const AfterStep& now, Lines lines, Lines& before, const Lines& why) {
        const Lines old = std::exchange(before, lines);
        if (old.empty()) return block(now.step, lines, why);
        const auto in = [](const Lines& list, const std::string& line) {
            return std::find(list.begin(), list.end(), line) != list.end();
        };
        if (old == lines && why.empty()) return cat("\n", now.step, ": changes nothing\n");
        std::string text = cat("\n", now.step, "\n");
        for (const std::string& line : lines) text += cat(in(old, line) ? "    " : "  + ", line, "\n");
        for (const std::string& line : old)
            if (!in(lines, line)) text += cat("  - ", line, "\n");
        for (const std::string& line : why) text += cat("  ? ", line, "\n");
        return text;
    }

    static std::string cut_text(const AfterStep& now) {
        const std::string memory = cat("in ", size_text(now.plan->peak_bytes), " of device memory");
        const std::size_t strips = now.plan->strips;
        const std::string pieces = strips == 1 ? "one piece" : cat(strips, " strips");
        if (!now.more_strips) return cat("fits in ", pieces, ", ", memory);
        return cat(pieces, " would not fit, ", memory, ": ", *now.more_strips, " strips, from fuse on");
    }

    void end_trial() {
        if (!tried_)
            text_ += trial_, shown_ = steps_;
        else
            left_out_ = "\n(other numbers of strips, which do not fit either, are left out)\n";
        tried_ = true;
        steps_ = shown_;
        trial_.clear();
    }

    std::string text_, left_out_, trial_;
    bool tried_ = false;
    Lines graph_, steps_, shown_;
};

}  // namespace

std::string plan_steps(const ExecutionPlan& plan) {
    const PlanRecipe& recipe = *plan.recipe;
    StepsText text(recipe.graph);
    make_plan(recipe.graph, recipe.registry, recipe.sources, plan.device, recipe.options,
              [&](const AfterStep& step) { text.add(step); });
    return text.take();
}

}  // namespace sluice
