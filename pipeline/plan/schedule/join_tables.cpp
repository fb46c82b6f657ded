#include "pipeline/plan/schedule/join_tables.hpp"

#include "pipeline/plan/schedule/place.hpp"
#include "pipeline/plan/schedule/reduce_design.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace sluice {
namespace {

// Values of a Table that one group computes in less time than a launch takes.
constexpr std::size_t few_values = 4096;

bool is_short(const TableLayout& layout) {
    std::size_t values = 0;
    for (const Field& field : layout.fields) values += layout.length(field);
    return layout.rows == 1 && values <= few_values;
}

class TableJoin {
public:
    TableJoin(const Primitives& graph, std::vector<Step>& steps) : graph_(graph), steps_(steps) {}

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
            kept.push_back(std::move(step));
        }
        steps_ = std::move(kept);
    }

private:
    const Primitive& node(std::size_t i) const { return graph_.nodes[i]; }

    // The pass whose last group may compute this Table; nullptr when none may.
    PassStep* pass_of(std::vector<Step>& steps, std::size_t table) const {
        std::size_t last = 0;
        bool any = false;
        for (const auto& input : node(table).inputs)
            if (input && !node(*input).is_given()) last = std::max(last, made_by_.at(*input)), any = true;
        PassStep* pass = any ? std::get_if<PassStep>(&steps[last]) : nullptr;
        return pass != nullptr && is_short(*node(table).layout) && finishes(*pass) && fits(*pass, table)
                   ? pass
                   : nullptr;
    }

    // Whether its last group has all that its Reduces found.
    bool finishes(const PassStep& pass) const {
        return std::all_of(pass.reduces.begin(), pass.reduces.end(), [&](std::size_t reduce) {
            return node(reduce).layout->rows == 1 && few_bins(*node(reduce).layout);
        });
    }

    // Whether its kernel computes in numbers as wide; chains of Points also in as many lanes.
    bool fits(const PassStep& pass, std::size_t table) const {
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
    std::map<std::size_t, std::size_t> made_by_;  // Tables, by which of the steps that are kept
};

}  // namespace

void join_tables(const Primitives& graph, std::vector<Step>& steps, const DeviceFacts& device,
                 const PlanOptions& options) {
    if (options.fuse && place_finish(device, options).last_group) TableJoin(graph, steps).run();
}

}  // namespace sluice
