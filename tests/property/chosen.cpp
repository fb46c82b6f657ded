#include "tests/property/chosen.hpp"

#include "pipeline/plan/make_plan.hpp"
#include "pipeline/plan/text.hpp"
#include "pipeline/sluice/plan.hpp"
#include "tests/property/kinds.hpp"
#include "tests/property/random_graph.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>

namespace sluice::property {
namespace {

constexpr std::uint64_t seeds = 2000, seeds_for_some = 300;
constexpr std::uint64_t most_seeds = 20000;  // where something is missing in the others

constexpr std::size_t small = 4, most_planned = 250;

struct Candidate {
    GraphCase graph;
    std::set<std::string> kinds;
    std::set<std::string> functions;  // what has to be compiled for its stages one by one, more or less
};

void take_out(std::set<std::string>& from, const std::set<std::string>& those) {
    for (const std::string& one : those) from.erase(one);
}

// What every run has: each stage, and each kind that is no stage's own.
std::set<std::string> indispensable(const std::set<std::string>& kinds) {
    std::set<std::string> result;
    for (const std::string& kind : kinds) {
        const bool of_stage = kind.find('.') != std::string::npos || kind.find(" of ") != std::string::npos ||
                              kind.rfind("part ", 0) == 0;
        if (!of_stage) result.insert(kind);
    }
    return result;
}

// Of the kinds those that name one of the stages.
void leave(std::set<std::string>& kinds, const std::vector<std::string>& stages) {
    std::erase_if(kinds, [&](const std::string& kind) {
        return !stages.empty() && std::none_of(stages.begin(), stages.end(), [&](const std::string& stage) {
            return kind.find(stage) != std::string::npos;
        });
    });
}

Candidate candidate(GraphCase graph) {
    Candidate result{std::move(graph), {}, {}};
    result.kinds = kinds(result.graph);
    const Primitives all = primitives(result.graph);
    for (const Primitive& node : all.nodes) {
        std::string function = node.stage->name;
        for (const auto& input : node.inputs) {
            const Primitive* from = input ? &all.nodes[*input] : nullptr;
            function += from != nullptr && from->format
                            ? cat(" ", name(from->format->pixel), from->format->channels)
                            : "";
        }
        if (node.format) function += cat(" ", name(node.format->pixel), node.format->channels);
        for (const ParamDecl& param : node.stage->params)
            if (!param.choices.empty() || param.type == ParamType::boolean)
                function += " " + text(node.values.at(param.name));
        result.functions.insert(std::move(function));
    }
    return result;
}

std::set<std::string> planned_kinds(const GraphCase& graph, const DeviceFacts& device) {
    PlanOptions options;
    options.observe = graph.observe;
    return kinds(make_plan(checked(graph), builtin_stages(), graph.formats(), device, options));
}

// Kinds that a candidate adds for what it takes: most of that is compiling.
double worth(const Candidate& candidate, const std::set<std::string>& missing,
             const std::set<std::string>& compiled) {
    const auto kinds = std::count_if(candidate.kinds.begin(), candidate.kinds.end(),
                                     [&](const std::string& kind) { return missing.count(kind) != 0; });
    const auto kernels = std::count_if(candidate.functions.begin(), candidate.functions.end(),
                                       [&](const std::string& one) { return compiled.count(one) == 0; });
    return static_cast<double>(kinds) /
           static_cast<double>(2 + static_cast<std::ptrdiff_t>(candidate.graph.stages.size()) + 4 * kernels);
}

// Those whose kinds the others have too, the costliest first.
void drop_needless(std::vector<Candidate>& taken, const std::set<std::string>& wanted) {
    std::map<std::string, std::size_t> count;
    for (const Candidate& one : taken)
        for (const std::string& kind : one.kinds) count[kind] += wanted.count(kind);
    std::stable_sort(taken.begin(), taken.end(),
                     [](const auto& a, const auto& b) { return a.functions.size() > b.functions.size(); });
    std::erase_if(taken, [&](const Candidate& one) {
        if (std::any_of(one.kinds.begin(), one.kinds.end(),
                        [&](const std::string& kind) { return count[kind] == 1; }))
            return false;
        for (const std::string& kind : one.kinds) count[kind] -= wanted.count(kind);
        return true;
    });
}

}  // namespace

Chosen chosen_graphs(const DeviceFacts& device, const std::vector<std::string>& about,
                     std::size_t functions) {
    Chosen chosen;
    chosen.missing = all_kinds(builtin_stages());
    leave(chosen.missing, about);
    std::vector<Candidate> candidates;
    std::set<std::string> wanted = chosen.missing;
    std::size_t planned = 0;
    const std::uint64_t usual = about.empty() ? seeds : seeds_for_some;
    for (std::uint64_t seed = 1; seed <= usual || (seed <= most_seeds && !chosen.missing.empty()); ++seed) {
        candidates.push_back(candidate(random_graph(seed)));
        // Planning takes a few milliseconds, and what it decides it decides for small graphs too.
        if (candidates.back().graph.stages.size() <= small && planned++ < most_planned)
            candidates.back().kinds.merge(planned_kinds(candidates.back().graph, device));
        take_out(chosen.missing, candidates.back().kinds);
        wanted.insert(candidates.back().kinds.begin(), candidates.back().kinds.end());
    }
    take_out(wanted, chosen.missing);
    leave(wanted, about);

    std::vector<Candidate> taken;
    std::set<std::string> had, compiled;
    const auto take = [&](std::set<std::string> missing, std::size_t most) {
        take_out(missing, had);
        while (!missing.empty() && compiled.size() < most) {
            const auto best =
                std::max_element(candidates.begin(), candidates.end(), [&](const auto& a, const auto& b) {
                    return worth(a, missing, compiled) < worth(b, missing, compiled);
                });
            take_out(missing, best->kinds);
            had.insert(best->kinds.begin(), best->kinds.end());
            compiled.insert(best->functions.begin(), best->functions.end());
            taken.push_back(std::move(*best));
            candidates.erase(best);
        }
    };
    take(indispensable(wanted), std::numeric_limits<std::size_t>::max());
    take(wanted, functions);
    std::erase_if(wanted, [&](const std::string& kind) { return had.count(kind) == 0; });
    drop_needless(taken, wanted);
    for (Candidate& one : taken) chosen.graphs.push_back(std::move(one.graph));
    return chosen;
}

}  // namespace sluice::property
