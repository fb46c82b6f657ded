#include "pipeline/plan/schedule/join_tables.hpp"

#include "pipeline/plan/schedule/place.hpp"
#include "pipeline/plan/schedule/reduce_design.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace sluice {
namespace {

// Whether one group computes it in less time than a launch takes.
bool joins(const TableLayout& layout) {
    std::size_t values = 0;
    for (const Field& field : layout.fields) values += layout.length(field);
    return layout.rows == 1 && values <= few_values;
}

bool is_short(const TableLayout& layout) {
    return std::all_of(layout.fields.begin(), layout.fields.end(),
                       [&](const Field& field) { return layout.rows * field.count <= few_values; });
}

class TableJoin {
public:
    TableJoin(const Primitives& graph, std::vector<Step>& steps, const DeviceFacts& device, bool last_group)
        : graph_(graph), steps_(steps), one_item_(device.cpu()), last_group_(last_group) {}

    void run() {
        std::vector<Step> kept;
        for (Step& step : steps_) {
            if (const auto* table = std::get_if<TableStep>(&step))
                if (PassStep* pass = pass_of(kept, table->node)) {
                    pass->tables.push_back(table->node);
                    made_by_[table->node] = made_by_.at(pass->reduces.front());
                    continue;
                }
            if (const auto* pass = std::get_if<PassStep>(&step))
                for (const std::size_t reduce : pass->reduces) made_by_[reduce] = kept.size();
            if (const auto* table = std::get_if<TableStep>(&step)) made_by_[table->node] = kept.size();
            if (const auto* sequence = std::get_if<SequenceStep>(&step))
                made_by_[sequence->node] = kept.size();
            kept.push_back(std::move(step));
        }
        steps_ = std::move(kept);
    }

private:
    const Primitive& node(std::size_t i) const { return graph_.nodes[i]; }

    // The pass whose finish may compute this Table; nullptr when none may.
    PassStep* pass_of(std::vector<Step>& steps, std::size_t table) const {
        std::size_t last = 0;
        bool any = false;
        for (const auto& input : node(table).inputs)
            if (input && !node(*input).is_given()) last = std::max(last, made_by_.at(*input)), any = true;
        PassStep* pass = any ? std::get_if<PassStep>(&steps[last]) : nullptr;
        return pass != nullptr && joins(*node(table).layout) && finishes(*pass) && fits(*pass, table)
                   ? pass
                   : nullptr;
    }

    // Whether what finishes it has all that its Reduces found.
    bool finishes(const PassStep& pass) const {
        return std::all_of(pass.reduces.begin(), pass.reduces.end(), [&](std::size_t reduce) {
            const TableLayout& layout = *node(reduce).layout;
            return layout.rows == 1 && (!last_group_ || few_bins(layout));
        });
    }

    // Whether its kernel computes in numbers as wide; chains of Points also in as many lanes. On a CPU it is
    // one item, and what is long is better left to many.
    bool fits(const PassStep& pass, std::size_t table) const {
        if (!last_group_ && !node(table).chain.empty()) return false;
        if (one_item_ && !is_short(graph_, node(table))) return false;
        const std::vector<std::size_t> images = pass.images();
        const auto in_double = [&](std::size_t i) { return graph_.in_double(i); };
        if (std::any_of(images.begin(), images.end(), in_double) != in_double(table)) return false;
        int lanes = 1;
        for (const std::size_t i : images) lanes = std::max(lanes, node(i).format->lanes());
        return node(table).chain.empty() ||
               node(table).layout->channels.size() == static_cast<std::size_t>(lanes);
    }

    const Primitives& graph_;
    std::vector<Step>& steps_;
    const bool one_item_, last_group_;
    std::map<std::size_t, std::size_t> made_by_;  // Tables, by which of the steps that are kept
};

}  // namespace

bool is_short(const Primitives& graph, const Primitive& table) {
    return is_short(*table.layout) &&
           std::all_of(table.inputs.begin(), table.inputs.end(),
                       [&](const auto& input) { return !input || is_short(*graph.nodes[*input].layout); });
}

void join_tables(const Primitives& graph, std::vector<Step>& steps, const DeviceFacts& device,
                 const PlanOptions& options) {
    if (options.fuse) TableJoin(graph, steps, device, place_finish(device, options).last_group).run();
}

}  // namespace sluice
