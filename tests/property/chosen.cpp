#include "tests/property/chosen.hpp"

#include "pipeline/plan/make_plan.hpp"
#include "pipeline/sluice/plan.hpp"
#include "tests/property/kinds.hpp"
#include "tests/property/random_graph.hpp"
#include "tests/property/variants.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace sluice::property {
namespace {

constexpr std::uint64_t seeds = 1000, seeds_for_some = 300;
constexpr std::uint64_t most_seeds = 100000;  // where something is missing in the others

constexpr std::size_t small = 4, most_planned = 250;

struct Candidate {
    GraphCase graph;
    std::set<std::string> kinds;
    std::size_t cost;  // of its kernels: each part is compiled again for each variant, more or less
};

void take_out(std::set<std::string>& from, const std::set<std::string>& those) {
    for (const std::string& one : those) from.erase(one);
}

bool is_of_stage(const std::string& kind) {
    return kind.find('.') != std::string::npos || kind.find(" of ") != std::string::npos ||
           kind.find(" with ") != std::string::npos || kind.rfind("part ", 0) == 0;
}

// Of the kinds those that name one of the stages.
void leave(std::set<std::string>& kinds, const std::vector<std::string>& stages) {
    std::erase_if(kinds, [&](const std::string& kind) {
        return !stages.empty() && std::none_of(stages.begin(), stages.end(), [&](const std::string& stage) {
            return kind.find(stage) != std::string::npos;
        });
    });
}

// Whether one of the kinds is no stage's own or has to do with this one.
bool may_have(const StageDef& stage, const std::set<std::string>& missing) {
    return std::any_of(missing.begin(), missing.end(), [&](const std::string& kind) {
        return !is_of_stage(kind) || kind.find(stage.name) != std::string::npos;
    });
}

Candidate candidate(GraphCase graph) {
    const std::size_t cost = primitives(graph).nodes.size() * variants(graph.seed).size();
    std::set<std::string> has = kinds(graph);
    return {std::move(graph), std::move(has), cost};
}

std::set<std::string> planned_kinds(const GraphCase& graph, const DeviceFacts& device) {
    PlanOptions options;
    options.observe = graph.observe;
    return kinds(make_plan(checked(graph), builtin_stages(), graph.formats(), device, options));
}

// Kinds that a candidate adds for what it costs.
double worth(const Candidate& candidate, const std::set<std::string>& missing) {
    const auto kinds = std::count_if(candidate.kinds.begin(), candidate.kinds.end(),
                                     [&](const std::string& kind) { return missing.count(kind) != 0; });
    return static_cast<double>(kinds) / static_cast<double>(candidate.cost);
}

// Those whose kinds the others have too, the costliest first.
void drop_needless(std::vector<Candidate>& taken, const std::set<std::string>& wanted) {
    std::map<std::string, std::size_t> count;
    for (const Candidate& one : taken)
        for (const std::string& kind : one.kinds) count[kind] += wanted.count(kind);
    std::stable_sort(taken.begin(), taken.end(),
                     [](const auto& a, const auto& b) { return a.cost > b.cost; });
    std::erase_if(taken, [&](const Candidate& one) {
        if (std::any_of(one.kinds.begin(), one.kinds.end(),
                        [&](const std::string& kind) { return count[kind] == 1; }))
            return false;
        for (const std::string& kind : one.kinds) count[kind] -= wanted.count(kind);
        return true;
    });
}

}  // namespace

Chosen chosen_graphs(const DeviceFacts& device, const std::vector<std::string>& about, bool all) {
    Chosen chosen;
    chosen.missing = all_kinds(builtin_stages());
    leave(chosen.missing, about);
    std::vector<Candidate> candidates;
    std::set<std::string> wanted = chosen.missing;
    std::size_t planned = 0;
    const std::uint64_t usual = about.empty() ? seeds : seeds_for_some;
    for (std::uint64_t seed = 1; seed <= usual || (seed <= most_seeds && !chosen.missing.empty()); ++seed) {
        if (seed > usual && !may_have(first_stage(seed), chosen.missing)) continue;
        candidates.push_back(candidate(random_graph(seed)));
        // Planning takes a few milliseconds, and what it decides it decides for small graphs too.
        if (candidates.back().graph.stages.size() <= small && planned++ < most_planned)
            candidates.back().kinds.merge(planned_kinds(candidates.back().graph, device));
        take_out(chosen.missing, candidates.back().kinds);
        wanted.insert(candidates.back().kinds.begin(), candidates.back().kinds.end());
    }
    take_out(wanted, chosen.missing);
    leave(wanted, about);
    if (!all && about.empty()) std::erase_if(wanted, is_of_stage);

    std::vector<Candidate> taken;
    for (std::set<std::string> missing = wanted; !missing.empty();) {
        const auto best = std::max_element(
            candidates.begin(), candidates.end(),
            [&](const auto& a, const auto& b) { return worth(a, missing) < worth(b, missing); });
        take_out(missing, best->kinds);
        taken.push_back(std::move(*best));
        candidates.erase(best);
    }
    drop_needless(taken, wanted);
    for (Candidate& one : taken) chosen.graphs.push_back(std::move(one.graph));
    return chosen;
}

}  // namespace sluice::property
